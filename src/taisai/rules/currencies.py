"""The ISO 4217 currencies that money is paid in: those that browsers can format and readers know."""

from typing import Final

_LIST: Final = """\
AED UAE Dirham
AFN Afghani
ALL Lek
AMD Armenian Dram
ANG Netherlands Antillean Guilder
AOA Kwanza
ARS Argentine Peso
AUD Australian Dollar
AWG Aruban Florin
AZN Azerbaijan Manat
BAM Convertible Mark
BBD Barbados Dollar
BDT Taka
BGN Bulgarian Lev
BHD Bahraini Dinar
BIF Burundi Franc
BMD Bermudian Dollar
BND Brunei Dollar
BOB Boliviano
BRL Brazilian Real
BSD Bahamian Dollar
BTN Ngultrum
BWP Pula
BYN Belarusian Ruble
BZD Belize Dollar
CAD Canadian Dollar
CDF Congolese Franc
CHF Swiss Franc
CLP Chilean Peso
CNY Yuan Renminbi RMB
COP Colombian Peso
CRC Costa Rican Colon
CUP Cuban Peso
CVE Cabo Verde Escudo
CZK Czech Koruna
DJF Djibouti Franc
DKK Danish Krone
DOP Dominican Peso
DZD Algerian Dinar
EGP Egyptian Pound
ERN Nakfa
ETB Ethiopian Birr
EUR Euro
FJD Fiji Dollar
FKP Falkland Islands Pound
GBP British Pound Sterling
GEL Lari
GHS Ghana Cedi
GIP Gibraltar Pound
GMD Dalasi
GNF Guinean Franc
GTQ Quetzal
GYD Guyana Dollar
HKD Hong Kong Dollar
HNL Lempira
HTG Gourde
HUF Forint
IDR Rupiah
ILS New Israeli Sheqel
INR Indian Rupee
IQD Iraqi Dinar
IRR Iranian Rial
ISK Iceland Krona
JMD Jamaican Dollar
JOD Jordanian Dinar
JPY Japanese Yen
KES Kenyan Shilling
KGS Som
KHR Riel
KMF Comorian Franc
KPW North Korean Won
KRW South Korean Won
KWD Kuwaiti Dinar
KYD Cayman Islands Dollar
KZT Tenge
LAK Lao Kip
LBP Lebanese Pound
LKR Sri Lanka Rupee
LRD Liberian Dollar
LSL Loti
LYD Libyan Dinar
MAD Moroccan Dirham
MDL Moldovan Leu
MGA Malagasy Ariary
MKD Denar
MMK Kyat
MNT Tugrik
MOP Macau Pataca
MRU Ouguiya
MUR Mauritius Rupee
MVR Rufiyaa
MWK Malawi Kwacha
MXN Mexican Peso
MYR Malaysian Ringgit
MZN Mozambique Metical
NAD Namibia Dollar
NGN Naira
NIO Cordoba Oro
NOK Norwegian Krone
NPR Nepalese Rupee
NZD New Zealand Dollar
OMR Rial Omani
PAB Balboa
PEN Sol
PGK Kina
PHP Philippine Peso
PKR Pakistan Rupee
PLN Zloty
PYG Guarani
QAR Qatari Rial
RON Romanian Leu
RSD Serbian Dinar
RUB Russian Ruble
RWF Rwanda Franc
SAR Saudi Riyal
SBD Solomon Islands Dollar
SCR Seychelles Rupee
SDG Sudanese Pound
SEK Swedish Krona
SGD Singapore Dollar
SHP Saint Helena Pound
SLE Leone
SOS Somali Shilling
SRD Surinam Dollar
SSP South Sudanese Pound
STN Dobra
SVC El Salvador Colon
SYP Syrian Pound
SZL Lilangeni
THB Thai Baht
TJS Somoni
TMT Turkmenistan New Manat
TND Tunisian Dinar
TOP Paanga
TRY Turkish Lira
TTD Trinidad and Tobago Dollar
TWD New Taiwan Dollar
TZS Tanzanian Shilling
UAH Hryvnia
UGX Uganda Shilling
USD US Dollar
UYU Peso Uruguayo
UZS Uzbekistan Sum
VES Bolivar Soberano
VND Vietnamese Dong
VUV Vatu
WST Tala
XAF CFA Franc BEAC
XCD East Caribbean Dollar
XCG Caribbean Guilder
XOF CFA Franc BCEAO
XPF CFP Franc
YER Yemeni Rial
ZAR South African Rand
ZMW Zambian Kwacha
ZWG Zimbabwe Gold
"""

CURRENCIES: Final = {line[:3]: line[4:] for line in _LIST.splitlines()}


def suggestion(text: str) -> str:
    """Return the code that was probably meant; empty if unclear."""
    plain = "".join(letter for letter in text.upper() if letter.isalpha() or letter == " ").strip()
    if plain in CURRENCIES:
        return plain
    from difflib import get_close_matches  # noqa: PLC0415 - only what is no currency needs it

    named = _by_name(plain.removesuffix("S"))
    near = named or get_close_matches(plain, CURRENCIES, n=1)
    return near[0] if near else ""


def _by_name(name: str) -> list[str]:
    """Return a currency whose name has all the words, else one with a similar name."""
    from difflib import get_close_matches  # noqa: PLC0415 - see suggestion

    names = {known.upper(): code for code, known in CURRENCIES.items()}
    words = set(name.split())
    having = [code for known, code in names.items() if words and words <= set(known.split())]
    near = get_close_matches(name, names, n=1)
    return having[:1] if len(having) == 1 else [names[one] for one in near]
