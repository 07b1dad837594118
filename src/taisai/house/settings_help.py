"""The meaning of each setting in a line, for the file that a house writes and for the documentation."""

from typing import Final

FIELD_HELP: Final = {
    "name": "The name of the house, on screens and reports: 1 to 80 characters.",
    "site": "Where the house is, on vouchers and reports: up to 80 characters.",
    "time_zone": "The time zone of gaming days and shifts, such as Asia/Singapore.",
    "shifts": "When each shift begins, in that time zone: 1 to 24 times such as 06:00, in order; the gaming day begins"
    " with the first.",
    "opening_hours": "When tables should be open, each with begins and ends; none by default. Staff open them.",
    "opening_hours.begins": "The local time of opening, such as 18:00.",
    "opening_hours.ends": "The local time of closing; on the next day if it is not later than begins.",
    "opening_hours.days": "The weekdays on which it opens: any of mon, tue, wed, thu, fri, sat and sun; empty for all.",
    "opening_hours.tables": "The tables that it applies to; empty for all.",
    "limit_template": "Named limits for groups of tables and times; the first that applies is due; none by default."
    " Staff put them in force.",
    "limit_template.name": "1 to 40 lower-case letters, digits and hyphens; each template needs its own name.",
    "limit_template.limits": "The same as the limits of a table; they must fit every table of the template.",
    "limit_template.limits.area": "An area of the pay table; empty for all.",
    "limit_template.limits.minimum": "The lowest stake of one player on a spot: 1 or more.",
    "limit_template.limits.maximum": "The highest stake on a spot, of all players together or of each player: 0 or"
    " more.",
    "limit_template.limits.differential": "The largest difference between opposite spots, if the rulebook limits it: 0"
    " or more.",
    "limit_template.limits.exposure": "The most that the house may lose in a round: 0 or more.",
    "limit_template.limits.scope": "What the maximum applies to: box or player; empty for the rulebook's default.",
    "limit_template.begins": "The local time from which they are due; 00:00 to 00:00 means all day.",
    "limit_template.ends": "The local time at which they end; on the next day if it is not later than begins.",
    "limit_template.days": "The weekdays on which they begin: any of mon, tue, wed, thu, fri, sat and sun; empty for"
    " all.",
    "limit_template.tables": "The tables that it applies to; empty for all.",
    "folder": "The folder of the house: settings, journals and keys. It cannot be set in the settings file, which is in"
    " this folder.",
    "host": "The address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for the network.",
    "port": "The port to listen on: 0 to 65535; 0 for any free port.",
    "origins": "Further origins from which browsers may connect, such as https://tables.example.com, without a path.",
    "tls_cert": "The certificate file for HTTPS, in PEM; set it together with tls_key or not at all.",
    "tls_key": "The file with the certificate's private key, in PEM; set it together with tls_cert or not at all.",
    "proxies": "Proxies whose X-Forwarded headers are trusted: addresses, or networks such as 10.0.0.0/8.",
    "database": "The PostgreSQL database for the journals, such as postgresql://taisai@db.example.com/house, without a"
    " password (use PGPASSFILE or PGPASSWORD); empty for a SQLite file in the folder.",
    "node": "The name of this process in a house with a database: up to 80 letters, digits, dots, hyphens and"
    " underscores; empty for the machine's name.",
    "bus": "The NATS servers through which the nodes of the house reach each other, each such as"
    " nats://bus.example.com:4222; set it together with database or not at all.",
    "drain_s": "How long a node that hands its tables over waits for automatic tables to finish their rounds: 0 to"
    " 3600 seconds.",
    "demo": "true or false: a house for trying things out, marked as a demo on every screen.",
    "idle_minutes": "After how many minutes without activity a session ends: 1 to 1440.",
    "voucher_days": "For how many days a voucher can be redeemed: 1 to 3650.",
    "hand_pay": "A single win of this amount or more locks the terminal until staff have paid by hand; minor units, 0"
    " for never.",
    "large_wager": "A wager of this amount or more is a significant event; minor units, 0 for never.",
    "large_win": "A win of this amount or more is a significant event; minor units, 0 for never.",
    "large_buy_in": "A buy-in of this amount or more is a significant event; minor units, 0 for never.",
    "large_cash_out": "A voucher or hand payment of this amount or more is a significant event; minor units, 0 for"
    " never.",
    "tips": "Whether players may tip at tables with chips: true or false.",
    "loosen_hours": "After how many hours a player's looser limit takes effect: 1 to 720; a stricter one takes effect"
    " at once.",
    "reality_minutes": "How often a player is shown time played, stakes and net result, in minutes: 0 to 1440, 0 for"
    " never.",
    "help": "The problem-gambling helpline, shown to every player: up to 200 characters.",
    "connections_per_address": "How many connections one address may have at once: 1 to 1000000.",
    "requests_per_s": "How many requests per second one address may make; bursts may be ten times as large: 1 to"
    " 1000000.",
    "messages_per_s": "How many messages per second one socket may send; bursts may be twice as large: 1 to 1000000.",
    "backup_folder": "The default folder for backups; empty for none.",
    "anchors_folder": "A folder where signed anchors are also written, outside the database; empty for none.",
    "mirror_folder": "A folder on another disk where every entry is also written before it is answered; empty for"
    " none.",
    "mirror_must": "true or false: stop play while the mirror cannot be written; with false, play continues with a"
    " warning.",
    "tumbler_key_folder": "The folder of the key that hides the throw of an open round, such as a disk in memory; empty"
    " for the folder keys.",
    "log_name": "The public name of this house's logs, such as tables.example.com/logs, without spaces or plus signs;"
    " empty for the beginning of its public key. Witnesses identify each log by this name and the name of its table.",
    "witness": "Witnesses that cosign every log, each with its key and url; none by default.",
    "witness.key": "The witness's key, as taisai witness prints it: name+id+key.",
    "witness.url": "The address of the witness, such as https://witness.example.com, without a slash at the end.",
    "witness_least": "How many witnesses must have seen a checkpoint before it is shown as cosigned: 0 to 1000.",
    "witness_late_s": "A witness that has not answered for this many seconds is a significant event: 1 to 86400.",
    "beacon_urls": "Servers of a public beacon (drand), each such as https://api.drand.sh; the first that answers is"
    " used. None by default: then throws use no beacon. Needs taisai[beacon].",
    "beacon_chain": "The hash of the beacon's chain, 64 hexadecimal digits, such as that of drand's quicknet; set it"
    " together with beacon_urls.",
    "beacon_wait_s": "How many seconds a table waits for a late beacon value before the round is void: 1 to 3600.",
    "feed": "Programs that read the journals of tables over HTTP, each with its name and tables; none by default.",
    "feed.name": "1 to 40 lower-case letters, digits and hyphens; each feed needs its own name. Its key is created in"
    " the folder keys.",
    "feed.tables": "The tables that it reads; empty for all.",
    "feed.metrics": "true or false: it reads metrics for Prometheus instead of journals.",
    "receiver": "Receivers of alerts, each with a name and either url or mail; none by default.",
    "receiver.name": "1 to 40 lower-case letters, digits and hyphens; each receiver needs its own name.",
    "receiver.url": "A webhook: https://, or http:// to 127.0.0.1, [::1] or localhost. Its key is created in the folder"
    " keys.",
    "receiver.mail": "An e-mail address, such as pit@example.com; requires mail_host.",
    "receiver.severities": "The severities that it receives: any of info, warning and critical; empty for all.",
    "receiver.tables": "The tables whose events it receives; empty for all, including events that concern no table.",
    "receiver.kinds": "The kinds of significant events that it receives, such as large-win; empty for all.",
    "receiver.escalation": "true or false: it receives only events that were not acknowledged in time.",
    "alert_late_s": "A receiver that cannot be reached for this many seconds is a significant event: 1 to 86400.",
    "alert_give_up_hours": "How many hours an alert is retried before it becomes a dead letter: 1 to 720.",
    "alert_escalate_minutes": "After how many minutes an unacknowledged event is sent to receivers with escalation: 1"
    " to 1440.",
    "alert_roots": "The file with the root certificates, in PEM, for receivers and the mail server; empty for those"
    " that this machine trusts.",
    "mail_host": "The mail server for e-mail to receivers; empty for none.",
    "mail_port": "Its port: 1 to 65535, usually 465, or 587 with starttls.",
    "mail_tls": "implicit (TLS from the first byte) or starttls; e-mail is never sent unencrypted.",
    "mail_from": "The sender's address of e-mail; required with mail_host.",
    "mail_user": "The user name for the mail server; empty for none.",
    "mail_password_file": "The file with the password of that user; required with mail_user.",
    "token_library": "The PKCS#11 library of the token that holds the signing key; empty for a key in the folder keys.",
    "token_label": "The label of that token.",
    "token_key": "The label of the key in that token.",
    "token_pin_file": "The file with the token's PIN, readable only by this user; empty for token.pin in the folder"
    " keys.",
    "voids_per_hour": "This many void rounds at one table, or by one person, within an hour are a significant event: 0"
    " to 1000, 0 for never.",
    "interruptions_per_day": "This many rounds of one table that are void by interruption within a day are a"
    " significant event: 0 to 1000, 0 for never.",
    "table": "The tables of the floor, 1 to 1000, each under a line [[table]].",
    "table.id": "The table's name: 1 to 20 letters, digits and hyphens, but not house; each table needs its own name.",
    "table.paytable": "The pay table, such as rws-6/2, or one of your own, such as ./my-house/1 in the house's folder.",
    "table.title": "The name that players see: up to 80 characters.",
    "table.money": "credits or chips.",
    "table.seats": "How many seats: 1 to 10000.",
    "table.automation": "electronic (fully automatic), by-hand, or the list of steps that the table takes"
    " automatically. With enter the throw is electronic: the rulebook must permit that, and tumble and reveal must be"
    " in the list too.",
    "table.window_s": "For how many seconds wagers stay open if closing is automatic: 1 to 3600.",
    "table.pause_s": "How many seconds pass between two rounds if opening is automatic: 0 to 3600.",
    "table.chips": "The chip values in minor units, in rising order.",
    "table.count_at_change": "At a table with chips: a list of dealer, supervisor or both. When that person changes, no"
    " round begins until two people have counted the float.",
    "table.limits": "Limits in minor units, each for one area or, without an area, for all; 0 means no limit. The"
    " default is 100 to 250000, with a Differential of 250000 if the rulebook has one.",
    "table.limits.area": "An area of the pay table; empty for all.",
    "table.limits.minimum": "The lowest stake of one player on a spot: 1 or more.",
    "table.limits.maximum": "The highest stake on a spot, of all players together or of each player: 0 or more.",
    "table.limits.differential": "The largest difference between opposite spots, if the rulebook limits it: 0 or more.",
    "table.limits.exposure": "The most that the house may lose in a round, in the limit without an area: 0 or more.",
    "table.limits.scope": "What the maximum applies to: box or player, as the rulebook allows; empty for the"
    " rulebook's default.",
}
