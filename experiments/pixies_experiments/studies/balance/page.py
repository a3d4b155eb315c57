"""The page of a study of balance."""

from __future__ import annotations

from pixies_experiments.studies.balance.opening import Opening
from pixies_experiments.studies.balance.sections import Sections
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.balance.words import counted_for, failures_section
from pixies_experiments.studies.report import Report, facts_of
from pixies_experiments.studies.study import Outcome


def balance_page(study: BalanceStudy, outcome: Outcome) -> Report:
    """Everything that a study of balance says."""
    opening = Opening(study, outcome)
    plan = study.plan
    sizes = [
        ("agents", ", ".join(plan.agents)),
        ("tables", ", ".join(plan.tables)),
        ("designs", ", ".join(plan.designs)),
        ("games", f"{counted_for(plan, 'games')}, for each table and design"),
        ("seed", str(plan.seed)),
    ]
    return Report(
        f"{study.game.title}: {opening.asks}?",
        opening.lines(),
        facts_of(outcome.configuration, sizes),
        [
            opening.findings(),
            *Sections(study, outcome).all(),
            *failures_section(outcome),
        ],
        opening.picture(),
    )
