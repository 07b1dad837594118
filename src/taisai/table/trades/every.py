"""Every trade of a table, with its orders and its events. A new trade is added here; a new order of a trade is not."""

from taisai.table.trades.betting import *
from taisai.table.trades.boxes import *
from taisai.table.trades.chip_moves import *
from taisai.table.trades.chips import *
from taisai.table.trades.closing import *
from taisai.table.trades.correcting import *
from taisai.table.trades.counts import *
from taisai.table.trades.dice import *
from taisai.table.trades.disputes import *
from taisai.table.trades.keys import *
from taisai.table.trades.limiting import *
from taisai.table.trades.money import *
from taisai.table.trades.moved import *
from taisai.table.trades.opening import *
from taisai.table.trades.own_limits import *
from taisai.table.trades.payouts import *
from taisai.table.trades.posts import *
from taisai.table.trades.promises import *
from taisai.table.trades.seats import *
from taisai.table.trades.settling import *
from taisai.table.trades.slips import *
from taisai.table.trades.throws import *
from taisai.table.trades.tips import *
from taisai.table.trades.troubles import *
from taisai.table.trades.void import *
