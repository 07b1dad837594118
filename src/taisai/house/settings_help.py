"""The meaning of each setting in a line, for the file that a house writes and for the documentation."""

from typing import Final

FIELD_HELP: Final = {
    "name": "The name of the house, on screens and reports: 1 to 80 characters.",
    "site": "Where the house is, on vouchers and reports: up to 80 characters.",
    "time_zone": "The time zone of gaming days and shifts, such as Asia/Singapore.",
    "shifts": "When each shift begins there, 1 to 24 times such as 06:00 in their order; the gaming day begins with the"
    " first.",
    "opening_hours": "When tables are to be open, each with begins and ends; none by default. Staff open them.",
    "opening_hours.begins": "The clock of the house when it opens, such as 18:00.",
    "opening_hours.ends": "The clock of the house when it closes; on the next day where that is not after begins.",
    "opening_hours.days": "Of mon, tue, wed, thu, fri, sat and sun those on which it opens; empty for all.",
    "opening_hours.tables": "The tables that it is for; empty for all.",
    "limit_template": "Limits with a name for groups of tables and times, the first that holds is due; none by default."
    " Staff put them in force.",
    "limit_template.name": "1 to 40 small letters, digits and hyphens, other than any template's.",
    "limit_template.limits": "As the limits of a table; they must fit every table that the template is for.",
    "limit_template.limits.area": "An area of the pay table; empty for all.",
    "limit_template.limits.minimum": "The least stake of one player on a spot: from 1.",
    "limit_template.limits.maximum": "The most on a spot, over all players or for each of them: from 0.",
    "limit_template.limits.differential": "How far opposite spots may be apart, where the rulebook has that: from 0.",
    "limit_template.limits.exposure": "The most that the house may lose in a round: from 0.",
    "limit_template.limits.scope": "What the maximum is for: box or player; empty for the rulebook's own.",
    "limit_template.begins": "The clock of the house from when on they are due; 00:00 to 00:00 is all day.",
    "limit_template.ends": "Until when; on the next day where that is not after begins.",
    "limit_template.days": "Of mon, tue, wed, thu, fri, sat and sun those on which they begin; empty for all.",
    "limit_template.tables": "The tables that it is for; empty for all.",
    "folder": "The folder of the house: settings, journals and keys. Not in the file, which lies in it.",
    "host": "The address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for the network.",
    "port": "The port to listen on: 0 to 65535, where 0 takes any free one.",
    "origins": "Further origins that browsers may come from, such as https://tables.example.com, without a path.",
    "tls_cert": "The file of the certificate for HTTPS, in PEM; together with tls_key or not at all.",
    "tls_key": "The file of the certificate's private key, in PEM; together with tls_cert or not at all.",
    "proxy": "true or false: believe the X-Forwarded headers of a proxy on this machine, at 127.0.0.1 or ::1.",
    "proxies": "Further proxies whose X-Forwarded headers are believed: addresses, or networks such as 10.0.0.0/8.",
    "database": "The PostgreSQL database that keeps the journals, such as postgresql://taisai@db.example.com/house,"
    " without a password (PGPASSFILE or PGPASSWORD gives it); empty for a SQLite file in the folder.",
    "replica": "A replica of the database, by an address of the same form: reports, exports and evidence are read there"
    " once it has all that was written, and from the database itself while it has not; empty for none.",
    "node": "The name of this process among those of a house in a database: up to 80 letters, digits, dots, hyphens and"
    " underscores; empty for the machine's.",
    "bus": "The NATS servers by which several processes serve the house at the same time, each such as"
    " nats://bus.example.com:4222; together with database; none by default: then one process serves and others wait.",
    "drain_s": "How long a process that hands its house over waits for the rounds of tables that deal themselves: 0 to"
    " 3600 seconds.",
    "demo": "true or false: a house for trying things out, which says so on every screen.",
    "idle_minutes": "After how many minutes without an act a session ends: 1 to 1440.",
    "voucher_days": "For how many days a voucher can be redeemed: 1 to 3650.",
    "hand_pay": "A single win of this amount or more locks the terminal until staff have paid by hand; minor units,"
    " 0 for never.",
    "large_wager": "A wager of this amount or more is a significant event; minor units, 0 for never.",
    "large_win": "A win of this amount or more is a significant event; minor units, 0 for never.",
    "large_buy_in": "A buy-in of this amount or more is a significant event; minor units, 0 for never.",
    "large_cash_out": "A voucher or hand payment of this amount or more is a significant event; minor units, 0 for"
    " never.",
    "tips": "Whether players may tip at tables with chips: true or false.",
    "loosen_hours": "After how many hours a player's looser limit takes effect: 1 to 720; a stricter one does at once.",
    "reality_minutes": "How often a player is shown time played, stakes and net, in minutes: 0 to 1440, 0 for never.",
    "help": "The problem-gambling helpline, shown to every player: up to 200 characters.",
    "connections_per_address": "How many connections one address may have at once: 1 to 1000000.",
    "requests_per_s": "How many requests a second one address may make, ten times as many at once: 1 to 1000000.",
    "messages_per_s": "How many messages a second one socket may send, twice as many at once: 1 to 1000000.",
    "backup_folder": "The default folder for backups; empty for none.",
    "anchors_folder": "A folder where signed anchors are also written, outside the database; empty for none.",
    "mirror_folder": "A folder on another disk where every entry is also written, before it is answered; or empty.",
    "mirror_must": "true or false: stop play while the mirror cannot be written; false goes on with a warning.",
    "tumbler_key_folder": "Where the key lies that hides the throw of an open round, such as a disk in memory; empty"
    " for the folder keys.",
    "log_name": "By which the logs of this house are known outside, such as tables.example.com/logs, without spaces and"
    " plus signs; empty for the beginning of its public key. A witness knows each log by this name and the table's.",
    "witness": "Witnesses that are asked to cosign every log, each with its key and url; none by default.",
    "witness.key": "The witness's key, as taisai witness tells it: name+id+key.",
    "witness.url": "Where it is asked, such as https://witness.example.com, without a slash at the end.",
    "witness_least": "How many witnesses must have seen a checkpoint before it is shown as cosigned: 0 to 1000.",
    "witness_late_s": "A witness that has not answered for this many seconds is a significant event: 1 to 86400.",
    "beacon_urls": "Where a public beacon (drand) is asked, the first that answers, each such as https://api.drand.sh;"
    " none by default: then throws take in no beacon. Needs taisai[beacon].",
    "beacon_chain": "The hash of the beacon's chain, 64 hexadecimal digits, such as that of drand's quicknet; together"
    " with beacon_urls.",
    "beacon_wait_s": "How many seconds after its time a value of the beacon is awaited before the round is void: 1 to"
    " 3600.",
    "feed": "Programs that read the journals of tables over HTTP, each with its name and tables; none by default.",
    "feed.name": "1 to 40 small letters, digits and hyphens, other than any feed's. Its key is made in the folder"
    " keys.",
    "feed.tables": "The tables that it reads; empty for all.",
    "feed.metrics": "true or false: it reads the figures for Prometheus instead, and no journal.",
    "receiver": "Who receives alerts, each with a name and either url or mail; none by default.",
    "receiver.name": "1 to 40 small letters, digits and hyphens, other than any receiver's.",
    "receiver.url": "A webhook: https://, or http:// to 127.0.0.1, [::1] or localhost. Its key is made in the folder"
    " keys.",
    "receiver.mail": "An address for e-mail, such as pit@example.com; together with mail_host.",
    "receiver.severities": "Of info, warning and critical those that it is told of; empty for all.",
    "receiver.tables": "The tables that it is told of; empty for all and for what concerns no table.",
    "receiver.kinds": "The kinds of significant events that it is told of, such as large-win; empty for all.",
    "receiver.escalation": "true or false: told only of what nobody acknowledged in time.",
    "alert_late_s": "A receiver that cannot be reached for this many seconds is a significant event: 1 to 86400.",
    "alert_give_up_hours": "How many hours an alert is retried before it becomes a dead letter: 1 to 720.",
    "alert_escalate_minutes": "After how many minutes an event that nobody acknowledged is told to receivers with"
    " escalation: 1 to 1440.",
    "alert_roots": "The file of the certificates, in PEM, that those of receivers and of the mail server must lead to;"
    " empty for those that this machine trusts.",
    "mail_host": "The mail server that takes e-mail for receivers; empty for none.",
    "mail_port": "Its port: 1 to 65535, usually 465, or 587 with starttls.",
    "mail_tls": "implicit (TLS from the first byte) or starttls; never without.",
    "mail_from": "The address that e-mail comes from; together with mail_host.",
    "mail_user": "The name to sign in with at the mail server; empty for none.",
    "mail_password_file": "The file with the password for that; together with mail_user.",
    "timestamp_url": "Where an authority for time stamps (RFC 3161) is asked about the checkpoint of each table that is"
    " closed; empty for nowhere.",
    "timestamp_roots": "The file of the certificates, in PEM, that its own must lead to; together with timestamp_url.",
    "token_library": "The PKCS#11 library of the token that holds the signing key; empty for a key in the folder keys.",
    "token_label": "The label of that token.",
    "token_key": "The label of the key in it.",
    "token_pin_file": "The file with the token's PIN, which only this user can read; empty for token.pin in the folder"
    " keys.",
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
    "table.count_at_change": "At a table with chips: dealer, supervisor or both, in a list. When another one comes, no "
    "round begins until two people have counted the float.",
    "table.limits": "Limits in minor units, each for one area or, without an area, for all; 0 limits nothing. "
    "Without any: 100 to 250000, and the same Differential where the rulebook has one.",
    "table.limits.area": "An area of the pay table; empty for all.",
    "table.limits.minimum": "The least stake of one player on a spot: from 1.",
    "table.limits.maximum": "The most on a spot, over all players or for each of them: from 0.",
    "table.limits.differential": "How far opposite spots may be apart, where the rulebook has that: from 0.",
    "table.limits.exposure": "The most that the house may lose in a round, in the limit without an area: from 0.",
    "table.limits.scope": "What the maximum is for: box or player, of those the rulebook has; empty for its own.",
}
