"""What an export says, told by somebody who knows nothing of our code: plain dictionaries and sums."""

import json
from collections import defaultdict
from itertools import groupby

STAKES = {"wager-placed": 1, "wager-withdrawn": -1}


class Evidence:
    """`by_cause` are the entries of each order; `money` what each seat has, `bought` what went in over all."""

    def __init__(self, path):
        lines = path.read_text(encoding="utf-8").split("\n")
        bodies = [json.loads(line.split(" ", 2)[2]) for line in lines if line.startswith("e ")]
        self.entries = {body["seq"]: body for body in bodies}
        self.wrong = []
        self.by_cause = {}
        for cause, group in groupby(self.entries.values(), key=lambda body: body["cause"]):
            if cause in self.by_cause:
                self.wrong.append(f"order {cause} was taken twice")
            self.by_cause[cause] = [body["seq"] for body in group]
        self.money = defaultdict(int)
        self.bought = 0
        self.outcomes = {}
        self._ends = {}
        self._closed, self._throws = set(), {}
        self._stakes = defaultdict(lambda: defaultdict(int))
        for body in bodies:
            self._post(body["event"])
        self.open = {number: spots for number, spots in self._stakes.items() if any(spots.values())}

    def _post(self, event):
        kind = event["is"]
        if kind == "credit-bought":
            self.money[event["seat"]] += event["amount"]
            self.bought += event["amount"]
        elif kind in STAKES:
            self._stake(event["round"], event["seat"], event["spot"], STAKES[kind] * event["stake"])
        elif kind == "wager-moved":
            self._stake(event["round"], event["seat"], event["spot"], -event["stake"])
            self._stake(event["round"], event["seat"], event["to"], event["stake"])
        elif kind == "losers-collected":
            awards = [*event["lost"], *(award for paid in event["winners"].values() for award in paid)]
            self._end(event["round"], {(seat, spot): (stake, back) for seat, spot, stake, back, _ in awards})
        elif kind == "round-voided":
            self._end(event["round"], {(seat, spot): (stake, stake) for seat, spot, stake in event["returned"]})
        self._follow_throw(kind, event)

    def _follow_throw(self, kind, event):
        """Once wagers are closed a round ends with the throw that the table was committed to, and in no other way."""
        if kind == "bets-closed":
            self._closed.add(event["round"])
        elif kind == "seed-revealed":
            self._throws[event["round"]] = "-".join(sorted(event["throw"].split("-")))
        elif kind == "round-settled" and event["roll"] != self._throws.get(event["round"]):
            self.wrong.append(f"round {event['round']} ends with {event['roll']}, which it was not committed to")
        elif kind == "round-voided" and event["round"] in self._closed:
            self.wrong.append(f"round {event['round']} is void, though its wagers were closed")

    def _stake(self, number, seat, spot, amount):
        self._stakes[number][seat, spot] += amount
        self.money[seat] -= amount

    def _end(self, number, settled):
        """Once a round, all that lies there and nothing else."""
        lying = {place: stake for place, stake in self._stakes.pop(number, {}).items() if stake}
        if number in self._ends or lying != {place: stake for place, (stake, _) in settled.items()}:
            self.wrong.append(f"round {number} ends with {settled}, where {lying} lies")
        self._ends[number] = settled
        for (seat, _), (stake, back) in settled.items():
            staked, returned = self.outcomes.get((seat, number), (0, 0))
            self.outcomes[seat, number] = staked + stake, returned + back
            self.money[seat] += back

    def won_by_house(self):
        return sum(stake - back for settled in self._ends.values() for stake, back in settled.values())

    def orders(self, name):
        """Ids of the orders that a device gave."""
        return {cause.partition(" ")[2] for cause in self.by_cause if cause.startswith(f"{name} ")}
