"""Whether what a position asks can be asked there: phase, step, place in order, what is under way.

All of this reads the record that was built from the position; errors name the keys of the
dictionary. The action phase has :mod:`position_actions`.
"""

from pixies_env.pixie_queen.names import (
    BEFORE_FIRST,
    DRAFTS,
    GOODS,
    NOBODY,
    ON_BOARD,
    SKILLS,
    Draft,
    Good,
    Kind,
    OfferingStep,
    OneUseTile,
    PunishmentStep,
    Reason,
    RewardStep,
    SetupStep,
    Skill,
    StealStep,
)
from pixies_env.pixie_queen.position_actions import check_actions
from pixies_env.pixie_queen.position_seen import (
    Seen,
    need,
    need_asked,
    need_cursor,
    need_demotions,
    need_nothing_else,
    need_stack,
    need_step,
)
from pixies_env.pixie_queen.state import has_virtual


def check_flow(seen: Seen, draft: int) -> None:
    """ValueError that names a key unless the question, or the end, can come there.

    ``draft`` says how the game's players come by their skills.
    """
    if seen.phase_name == "setup":
        _check_setup(seen, draft)
    else:
        _CHECKS[seen.phase_name](seen)


def _check_setup(seen: Seen, draft: int) -> None:
    need_nothing_else(seen)
    need_stack(seen)
    held = [seat for seat in seen.skill_at if seat >= 0]
    on_board = seen.skill_at.count(ON_BOARD)
    if seen.asked in ("start_order", "skills"):
        need_step(seen, 0 if seen.asked == "start_order" else SetupStep.DRAW_SKILLS)
        need_cursor(seen, 0, 0)
        drawn = bool(seen.order)
        text = f"{'must' if seen.asked == 'skills' else 'cannot'} be known when it is {seen.asked}"
        need(drawn == (seen.asked == "skills"), "small_order", text)
        need(not held and not on_board, "skills_on_board", "no skill is laid out yet")
        return
    need(
        seen.asked == DRAFTS[draft].replace("drafted", "draft").replace("dealt", "deal"),
        "waiting.question",
        f"{seen.asked!r} does not come in a game whose skills are {DRAFTS[draft]}",
    )
    need_step(seen, SetupStep.GIVE_SKILLS)
    need_cursor(seen, 0, seen.players - 1)
    need_asked(seen, seen.at_place(seen.cursor))
    later = seen.order[seen.cursor + 1 :]
    need(
        sorted(held) == sorted(later),
        "seats.*.skill",
        f"skills are {'chosen' if draft == Draft.DRAFTED else 'dealt'} in reverse order: by now "
        f"the players {later} have one each",
    )
    laid = seen.board.setup.skills_laid_out
    text = f"{laid} of {len(SKILLS)} are laid out, so {laid - len(later)} lie there now"
    need(on_board == laid - len(later), "skills_on_board", text)


def _check_steal(seen: Seen) -> None:
    need_stack(seen)
    need_nothing_else(seen, "due")
    need_step(seen, StealStep.TILES)
    need_cursor(seen, 0, len(seen.order) - 1)
    need_asked(seen, seen.at_place(seen.cursor))
    whole = [seat for seat in seen.small_order if seat != NOBODY]
    text = f"the big cubes have just taken the order of the small ones, {whole}, not {seen.order}"
    need(seen.order == whole, "big_order", text)
    need(seen.round_number > 1, "round", "food tiles pay from the second round on")
    most = seen.food_of_tiles(seen.player)
    text = f"the food tiles of player {seen.player} give 1 to {most}, not {seen.due}"
    need(1 <= seen.due <= most, "pending.due", text)
    need(not seen.gold_numbers_gone, "round", "with all gold numbers gone no round begins")


def _check_offerings(seen: Seen) -> None:
    need_nothing_else(seen)
    _check_announced(seen)
    if seen.asked == "announce":
        need_stack(seen)
        need_step(seen, OfferingStep.ANNOUNCE)
        need_cursor(seen, 1, len(seen.order))
        need_asked(seen, seen.at_place(seen.cursor - 1))
        text = f"player {seen.player} is only asked now"
        need(not any(seen.announced), "announced", text)
        text = f"only the holder of double_offering can announce, not player {seen.player}"
        need(seen.holds(seen.player, OneUseTile.DOUBLE_OFFERING), "waiting.player", text)
    elif seen.asked == "demand":
        need_stack(seen)
        need_step(seen, OfferingStep.ANNOUNCE)
        need_cursor(seen, 0, 0)
    elif seen.asked == "offer":
        need_stack(seen)
        need_step(seen, OfferingStep.OFFER)
        need_cursor(seen, 0, len(seen.order) - 1)
        need_asked(seen, seen.at_place(seen.cursor))
        _check_secret_answers(seen)
    else:
        need_step(seen, OfferingStep.REFUSALS, OfferingStep.FURY_ASKED)
        _check_answers(seen)
        if seen.step == OfferingStep.REFUSALS:
            _check_refusal(seen)
        else:
            _check_fury(seen)


def _check_announced(seen: Seen) -> None:
    """The one tile is announced by its holder, and back on its space after the reveal."""
    announced = [seat for seat in seen.seats if seen.announced[seat]]
    need(len(announced) <= 1, "announced", f"there is one tile double_offering, not {announced}")
    revealed = seen.phase_name != "offerings" or seen.step >= OfferingStep.REVEAL
    for seat in announced:
        if revealed:
            text = "the used tile double_offering is back on its space after the reveal"
            need(seen.one_use_at[OneUseTile.DOUBLE_OFFERING] == ON_BOARD, "announced", text)
        else:
            text = f"player {seat} does not hold the tile double_offering"
            need(seen.holds(seat, OneUseTile.DOUBLE_OFFERING), "announced", text)


def _answer(seen: Seen, seat: int) -> str:
    """What is wrong with a finished answer of a player who was asked for offers; or ""."""
    filled, most = seen.hands_filled(seat), seen.hands_to_fill(seat)
    if seen.refused[seat] and filled:
        return f"player {seat} has refused and offered"
    if not seen.refused[seat] and not filled:
        return f"player {seat} was asked and has neither offered nor refused"
    return f"player {seat} has {most} hands, not {filled}" if filled > most else ""


def _check_secret_answers(seen: Seen) -> None:
    for place, seat in enumerate(seen.order):
        filled, refused = seen.hands_filled(seat), seen.refused[seat]
        if seen.is_in(seat) and place < seen.cursor:
            wrong = _answer(seen, seat)
            need(not wrong, f"offers.{seat}, refused", wrong)
        elif place == seen.cursor:
            most = seen.hands_to_fill(seat)
            need(not refused, "refused", f"player {seat}, who is asked, has refused already")
            text = f"player {seat}, who is asked, has filled {filled} of {most} hands"
            need(filled < most, f"offers.{seat}", text)
        else:
            text = f"player {seat} has not been asked"
            need(not refused and not filled, f"offers.{seat}, refused", text)
    for seat in seen.seats:
        if seat not in seen.order:
            text = f"player {seat} was out before this round"
            need(
                not seen.refused[seat] and not seen.hands_filled(seat),
                f"offers.{seat}, refused",
                text,
            )


def _check_answers(seen: Seen) -> None:
    """All answers, revealed, with what was offered in the stock; who is out since has refused."""
    for kind, good in (
        (Kind.DEMANDED, seen.demand),
        (Kind.SILVER, Good.SILVER),
        (Kind.GOLD, Good.GOLD),
    ):
        offered = sum(seen.offers[seat][kind] for seat in seen.seats)
        text = f"{offered} {GOODS[good]} were offered, and {seen.stock[good]} are in the stock"
        need(offered <= seen.stock[good], "offers", text)
    for seat in seen.seats:
        if seen.is_in(seat):
            wrong = _answer(seen, seat)
            need(not wrong, f"offers.{seat}, refused", wrong)
        else:
            text = f"player {seat} is out and offers nothing"
            need(not seen.hands_filled(seat), f"offers.{seat}", text)
            text = f"player {seat} was out before this round"
            need(not seen.refused[seat] or seat in seen.order, "refused", text)


def _check_refusal(seen: Seen) -> None:
    need_cursor(seen, 1, len(seen.order))
    need_asked(seen, seen.at_place(seen.cursor - 1))
    need(seen.refused[seen.player], "refused", f"player {seen.player} demotes for refusing")
    for seat in seen.order[seen.cursor :]:
        text = f"player {seat} comes later and is not out for refusing yet"
        need(seen.is_in(seat) or not seen.refused[seat], "refused", text)
    need_demotions(seen, seen.board.penalties.refuse)


def _check_fury(seen: Seen) -> None:
    need_stack(seen)
    need_cursor(seen, 0, len(seen.order) - 1)
    need_asked(seen, seen.at_place(seen.cursor))
    text = "nobody offered the demanded food when a pixie must be demoted for it"
    need(not any(offered[Kind.DEMANDED] for offered in seen.offers), "offers", text)
    seat = seen.player
    text = f"the favourite, player {seat}, never has to demote"
    need(seat != seen.favourite, "waiting.player", text)
    text = f"player {seat} has no pixie on a hand and is not asked"
    need(seen.is_active(seat), "waiting.player", text)
    spared = [
        other
        for other in seen.order[seen.cursor + 1 :]
        if seen.is_in(other) and seen.is_active(other)
    ]
    text = f"the players {spared} come first from the end and have pixies on hands"
    need(
        not spared or (len(spared) == 1 and seen.one_use_at[OneUseTile.MERCY] == ON_BOARD),
        "waiting.player",
        text,
    )


def _check_rewards(seen: Seen) -> None:
    need_stack(seen)
    need_nothing_else(seen, "promotions")
    _check_announced(seen)
    _check_answers(seen)
    text = "somebody offered the demanded food when rewards are given"
    need(any(offered[Kind.DEMANDED] for offered in seen.offers), "offers", text)
    _check_givers(seen)
    if seen.asked == "lift":
        need_step(seen, RewardStep.SERVANT)
        need_cursor(seen, BEFORE_FIRST, BEFORE_FIRST)
        need(has_virtual(seen.players), "players", "a virtual pixie is lifted with 2 players only")
        need(seen.promotions == 0, "pending.promotions", "are over when a virtual pixie is lifted")
        text = f"the favourite, player {seen.favourite}, lifts the virtual pixie"
        need(seen.player == seen.favourite, "waiting.player", text)
    else:
        need_step(seen, RewardStep.EARNED, RewardStep.FREE)
        need_cursor(seen, 0, len(seen.order) - 1)
        need_asked(seen, seen.at_place(seen.cursor))
        text = f"player {seen.player} has no free promotion"
        free = seen.step == RewardStep.FREE
        more = seen.skill_size(seen.player, Skill.FREE_PROMOTION)
        need(not free or more > 0, "pending.step", text)
        most = more if free else seen.offers[seen.player][Kind.DEMANDED]
        text = f"player {seen.player} has 1 to {most}, not {seen.promotions}"
        need(1 <= seen.promotions <= most, "pending.promotions", text)
    _check_servant_space(seen)


def _check_givers(seen: Seen) -> None:
    """Who offered silver or gold has moved on that track."""
    last = len(seen.board.tracks.punishment) - 1
    for kind, spaces in ((Kind.SILVER, seen.silver_space), (Kind.GOLD, seen.gold_space)):
        offered = [seen.offers[seat][kind] for seat in seen.seats]
        for seat in seen.seats:
            lone = offered[seat] == max(offered) and offered.count(max(offered)) == 1
            least = 0 if not offered[seat] else min(2 if lone else 1, last)
            text = f"player {seat}, who offered {offered[seat]}, has moved {least} at least"
            key = f"seats.{seat}.{'silver' if kind == Kind.SILVER else 'gold'}_space"
            need(spaces[seat] >= least, key, text)


def _check_servant_space(seen: Seen) -> None:
    """Who stands there has used a promotion in this phase."""
    seat = seen.servant_space
    if seat == NOBODY:
        return
    free = seen.skill_size(seat, Skill.FREE_PROMOTION)
    place = seen.order.index(seat)
    earned = seen.offers[seat][Kind.DEMANDED]
    if seen.asked == "lift":
        can = earned > 0 or free > 0
    elif seen.step == RewardStep.FREE:
        used = place < seen.cursor or (place == seen.cursor and seen.promotions < free)
        can = earned > 0 or (free > 0 and used)
    else:
        used = place < seen.cursor or (place == seen.cursor and seen.promotions < earned)
        can = earned > 0 and used
    need(can, "servant_space", f"player {seat} has used no promotion in this round")


def _check_punishment(seen: Seen) -> None:
    need_nothing_else(seen)
    need_step(seen, PunishmentStep.SLAVES, PunishmentStep.SILVER_TRACK, PunishmentStep.GOLD_TRACK)
    need_cursor(seen, 1, len(seen.order))
    need_asked(seen, seen.at_place(seen.cursor - 1))
    if seen.step == PunishmentStep.SLAVES:
        # Pixies demoted since then were no slaves when the points were counted.
        points = max(seen.board.penalties.slaves[: min(seen.mine[seen.player], 2) + 1])
        if seen.has_skill(seen.player, Skill.SLAVE_MERCY):
            points = min(points, seen.skill_size(seen.player, Skill.SLAVE_MERCY))
    else:
        spaces = seen.silver_space if seen.step == PunishmentStep.SILVER_TRACK else seen.gold_space
        costs = seen.board.tracks.punishment
        space = spaces[seen.player]
        points = 0 if space == len(costs) - 1 else costs[space]
    need_demotions(seen, points)


def _check_final(seen: Seen) -> None:
    need_stack(seen)
    need_nothing_else(seen)
    need_step(seen, 0)
    need_cursor(seen, 0, len(seen.order) - 1)
    need_asked(seen, seen.at_place(seen.cursor))
    rounds = seen.board.setup.rounds
    text = f"the final scoring comes after round {rounds}, or after the last gold number is taken"
    need(seen.round_number == rounds or seen.gold_numbers_gone, "phase", text)


def _check_over(seen: Seen) -> None:
    need_stack(seen)
    need_nothing_else(seen)
    need_cursor(seen, 0, seen.players)
    if seen.reason == Reason.LAST_PLAYER:
        return
    need_step(seen, 0)
    rounds = seen.board.setup.rounds
    if seen.reason == Reason.GOLD_NUMBERS:
        text = f"before round {rounds}, when the last gold number is taken, not here"
        need(seen.gold_numbers_gone and seen.round_number < rounds, "reason", text)
    else:
        text = f"all rounds are {rounds}, not {seen.round_number}"
        need(seen.round_number == rounds, "reason", text)


_CHECKS = {
    "steal": _check_steal,
    "actions": check_actions,
    "offerings": _check_offerings,
    "rewards": _check_rewards,
    "punishment": _check_punishment,
    "final": _check_final,
    "over": _check_over,
}
