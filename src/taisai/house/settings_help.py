"""What each setting means, in a line: for the file that a house writes, and for the page about settings."""

from typing import Final

FIELD_HELP: Final = {
    "name": "The name of the house, on screens and reports: 1 to 80 characters.",
    "site": "Where the house is, on vouchers and reports: up to 80 characters.",
    "folder": "The folder of the house: settings, journals and keys. Not in the file, which lies in it.",
    "host": "The address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for the network.",
    "port": "The port to listen on: 0 to 65535, where 0 takes any free one.",
    "origins": "Further origins that browsers may come from, such as https://tables.example.com, without a path.",
    "tls_cert": "The file of the certificate for HTTPS, in PEM; together with tls_key or not at all.",
    "tls_key": "The file of the certificate's private key, in PEM; together with tls_cert or not at all.",
    "proxy": "true or false: believe the X-Forwarded headers of a proxy on this machine, at 127.0.0.1 or ::1.",
    "proxies": "Further proxies whose X-Forwarded headers are believed: addresses, or networks such as 10.0.0.0/8.",
    "demo": "true or false: a house for trying things out, which says so on every screen.",
    "idle_minutes": "After how many minutes without an act a session ends: 1 to 1440.",
    "voucher_days": "For how many days a voucher can be redeemed: 1 to 3650.",
    "hand_pay": "A single win from this on locks the terminal until staff have paid by hand; minor units, 0 for never.",
    "large_wager": "A wager from this on is a significant event; minor units, 0 for never.",
    "large_win": "A win from this on is a significant event; minor units, 0 for never.",
    "large_buy_in": "Credit or chips bought at once from this on are a significant event; minor units, 0 for never.",
    "large_cash_out": "A voucher or hand payment from this on is a significant event; minor units, 0 for never.",
    "help": "Where whoever gambles too much finds help, shown to every player: up to 200 characters.",
    "connections_per_address": "How many connections one address may have at once: 1 to 1000000.",
    "requests_per_s": "How many requests a second one address may make, ten times as many at once: 1 to 1000000.",
    "messages_per_s": "How many messages a second one socket may send, twice as many at once: 1 to 1000000.",
    "backup_folder": "Where backups go that are not told otherwise; empty for nowhere.",
    "anchors_folder": "Where signed anchors are written too, outside the database; empty for nowhere.",
    "mirror_folder": "A folder on another disk where every journal is written too, at once; empty for nowhere.",
    "mirror_must": "true or false: play stops while the mirror cannot be written, rather than go on with a warning.",
    "tumbler_key_folder": "Where the key lies that hides the throw of an open round, such as a disk in memory; empty"
    " for the folder keys.",
    "log_name": "By which the logs of this house are known outside, such as tables.example.com/logs, without spaces and"
    " plus signs; empty for the beginning of its public key. A witness knows each log by this name and the table's.",
    "witness": "Witnesses that are asked to cosign every log, each with its key and url; none by default.",
    "witness.key": "The witness's key, as taisai witness tells it: name+id+key.",
    "witness.url": "Where it is asked, such as https://witness.example.com, without a slash at the end.",
    "witness_least": "How many witnesses must have seen a checkpoint before it is shown as cosigned: 0 to 1000.",
    "witness_late_s": "After so many seconds without an answer of a witness that is a significant event: 1 to 86400.",
    "voids_per_hour": "So many void rounds at one table, or by one person, within an hour are a significant event: 0 to"
    " 1000, 0 for never.",
    "interruptions_per_day": "So many rounds of one table that are void by interruption within a day are a significant"
    " event: 0 to 1000, 0 for never.",
    "table": "The tables of the floor, 1 to 1000, each under a line [[table]].",
    "table.id": "The table's name: 1 to 20 letters, digits and hyphens, other than any table's and not house.",
    "table.paytable": "The pay table, such as rws-6/2, or one of your own, such as ./my-house/1 in the house's folder.",
    "table.title": "What players read: up to 80 characters.",
    "table.money": "credits or chips.",
    "table.seats": "How many seats: 1 to 10000.",
    "table.automation": (
        "electronic (all by itself), by-hand, or the list of steps that the table takes by itself. With enter the "
        "throw is electronic: the rulebook must permit that, and tumble and reveal are in the list too."
    ),
    "table.window_s": "For how many seconds wagers stay open where closing is automatic: 1 to 3600.",
    "table.pause_s": "How many seconds lie between two rounds where opening is automatic: 0 to 3600.",
    "table.chips": "The values of chips in minor units, rising.",
    "table.limits": "Limits in minor units, each for one area or, without an area, for all; 0 limits nothing. "
    "Without any: 100 to 250000, and the same Differential where the rulebook has one.",
    "table.limits.area": "An area of the pay table; empty for all.",
    "table.limits.minimum": "The least stake of one player on a spot: from 1.",
    "table.limits.maximum": "The most on a spot, over all players or for each of them: from 0.",
    "table.limits.differential": "How far opposite spots may be apart, where the rulebook has that: from 0.",
    "table.limits.exposure": "The most that the house may lose in a round, in the limit without an area: from 0.",
    "table.limits.scope": "What the maximum is for: box or player, of those the rulebook has; empty for its own.",
}
