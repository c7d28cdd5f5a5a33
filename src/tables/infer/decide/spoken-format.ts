const SPOKEN: Readonly<Record<string, string>> = {
  '%Y': 'YYYY',
  '%y': 'YY',
  '%m': 'MM',
  '%d': 'DD',
  '%b': 'Mon',
  '%a': 'Day',
  '%H': 'HH',
  '%I': 'HH',
  '%M': 'MM',
  '%S': 'SS',
  '%f': 'ffffff',
  '%p': 'AM',
  '%z': '+HH:MM',
};

/** `%d/%m/%Y` as people say it: DD/MM/YYYY. */
export function spoken(format: string): string {
  return format.replace(/%[a-zA-Z]/g, (directive) => SPOKEN[directive] ?? directive);
}
