"""The lab, open to everyone: exact figures of every shipped or installed pay table, and of any plan of wagers."""

from taisai.people.rights import Right
from taisai.reports.page import POLICY
from taisai.server import lab_readings as ask
from taisai.server.call import Access, Answer, Call, Route
from taisai.wire import design as d
from taisai.wire import felts as f
from taisai.wire import lab as w
from taisai.wire import risk as r

# A calculation takes up to seconds, so all run in the reading process: tables never wait for the lab.


def _refs(call: Call) -> tuple[str, ...]:
    """Return the pay tables of the floor. They may be local paths, which answers must not show."""
    return tuple(table.paytable for table in call.house.settings.tables)


def _name(call: Call) -> str:
    return f"{call.path['book']}/{call.path['number']}"


async def lab_tables(call: Call) -> Answer:
    return await _asked(call, ask.AskPayTables(_refs(call)))


async def lab_felt(call: Call) -> Answer:
    return await _asked(call, ask.AskFelt(_refs(call), _name(call)))


async def lab_lit(call: Call) -> Answer:
    return await _asked(call, ask.AskLit(_refs(call), _name(call)))


async def lab_par(call: Call) -> Answer:
    page = await _asked(call, ask.AskPar(_refs(call), _name(call)))
    return page._replace(media="text/html; charset=utf-8", policy=f"{POLICY}; frame-ancestors 'none'")


async def lab_compare(call: Call) -> Answer:
    return await _asked(call, ask.AskComparison(_refs(call), call.query.one, call.query.other))


async def lab_plan(call: Call) -> Answer:
    return await _asked(call, ask.AskPlan(_refs(call), call.body.paytable, call.body.wagers))


async def lab_design(call: Call) -> Answer:
    return await _asked(call, ask.AskDesign(_refs(call), call.body))


async def lab_evening(call: Call) -> Answer:
    return await _asked(call, ask.AskEvening(call.body, _refs(call)))


async def lab_systems(call: Call) -> Answer:
    return await _asked(call, ask.AskSystems(call.body, _refs(call)))


async def lab_house(call: Call) -> Answer:
    return await _asked(call, ask.AskHouse(call.body, _refs(call)))


async def lab_dice(call: Call) -> Answer:
    return await _asked(call, ask.AskDice(call.body))


async def table_dice(call: Call) -> Answer:
    one, place = call.table, call.house.settings.place
    return await _asked(call, ask.AskTableDice(place, one.settings.id, one.desk.table.round + 1, call.query.rounds))


async def _asked(call: Call, question: ask.LabQuestion) -> Answer:
    house = call.house
    reader = house.figures if question.queue == ask.FIGURES else house.reader
    return Answer(await reader.read(question, *call.asker))


_one = "/api/lab/tables/{book}/{number}"
ROUTES = (
    Route("GET", "/api/lab/tables", lab_tables, "List the pay tables with exact figures", Access.ANYBODY,
          w.LabTables),
    Route("GET", f"{_one}/felt", lab_felt, "Get the layout of a pay table", Access.ANYBODY, f.Felt),
    Route("GET", f"{_one}/lit", lab_lit, "Get the spots that each roll lights", Access.ANYBODY, f.Lit),
    Route("GET", f"{_one}/par", lab_par, "Get the printable PAR sheet of a pay table", Access.ANYBODY, bytes,
          media=("text/html",), long=True),
    Route("GET", "/api/lab/compare", lab_compare, "Compare two pay tables", Access.ANYBODY, w.Comparison,
          query=w.CompareQuery, long=True),
    Route("POST", "/api/lab/plan", lab_plan, "Get exact figures of a plan of wagers", Access.ANYBODY, w.PlanFigures,
          w.PlanAsked, long=True),
    Route("POST", "/api/lab/design", lab_design, "Get figures, layout and rulebook of a design", Access.ANYBODY,
          d.DesignFigures, d.DesignAsked, long=True),
    Route("POST", "/api/lab/evening", lab_evening, "Get cost, spread, ruin and goal over many rounds", Access.ANYBODY,
          r.EveningFigures, r.EveningAsked, long=True),
    Route("POST", "/api/lab/systems", lab_systems, "Compare betting systems from the same bankroll", Access.ANYBODY,
          r.SystemsFigures, r.SystemsAsked, long=True),
    Route("POST", "/api/lab/house", lab_house, "Get the win and hold of a house over many rounds", Access.ANYBODY,
          r.HouseFigures, r.HouseAsked, long=True),
    Route("POST", "/api/lab/dice", lab_dice, "Test recorded throws for unfair dice", Access.ANYBODY,
          r.DiceFigures, r.DiceAsked, long=True),
    Route("GET", "/api/tables/{table}/dice", table_dice, "Test the throws of a table for unfair dice",
          Right.READ_REPORTS, r.DiceFigures, query=r.TableDiceQuery, long=True),
)  # fmt: skip
