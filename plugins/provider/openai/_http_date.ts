const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The three forms of RFC 9110, 5.6.7: IMF-fixdate, RFC 850 and asctime. */
const FORMS = [
  /^[a-z]{3}, (?<day>\d{2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/i,
  /^[a-z]{6,9}, (?<day>\d{2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/i,
];

/** Milliseconds since 1970 of an HTTP date, or null where the text is none. Two-digit years are of this century. */
export function parseHttpDate(text: string): number | null {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) continue;
    const { day = "", month = "", year = "", h = "", m = "", s = "" } = groups;
    const at = MONTHS.indexOf(month.toLowerCase());
    const full = year.length === 2 ? 2000 + Number(year) : Number(year);
    return at < 0 ? null : Date.UTC(full, at, Number(day), Number(h), Number(m), Number(s));
  }
  return null;
}
