/** The letters of a language beyond ASCII. */
export interface Alphabet {
  /** In Latin script all letters count the same; in others they are ordered by frequency. */
  readonly letters: string;
  readonly isLatin: boolean;
}

const latin = (letters: string): Alphabet => ({ letters, isLatin: true });
const other = (letters: string): Alphabet => ({ letters, isLatin: false });

/** German, French, Spanish, Portuguese, Italian, Catalan, Dutch, Danish, Norwegian, Swedish, Finnish. */
export const WESTERN: readonly Alphabet[] = [
  latin('äöüßé'),
  latin('éèàçêôîùûëïâœæüÿ'),
  latin('áéíóúñüçªº'),
  latin('áâãàçéêíóôõúüªº'),
  latin('àèéìòùîº'),
  latin('àèéíïòóúüç·'),
  latin('ëïéèóöü'),
  latin('æøåéäöü'),
  latin('õäöüšž'),
  latin('áéíóúýæöþð'),
];
export const POLISH = latin('ąćęłńóśźż');
export const CZECH = latin('áčďéěíňóřšťúůýž');
export const SLOVAK = latin('áäčďéíĺľňóôŕšťúýž');
export const HUNGARIAN = latin('áéíóöőúüű');
export const ROMANIAN = latin('ăâîşţ');
export const SOUTH_SLAVIC = latin('čćđšž');
export const TURKISH = latin('çğıöşüâîİ');
export const LITHUANIAN = latin('ąčęėįšųūž');
export const LATVIAN = latin('āčēģīķļņšūž');

export const RUSSIAN = other('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё');
export const UKRAINIAN = other('оаинвтесрілкудмпзяьбгчйхцїжюєшщфґ');
export const SERBIAN = other('аоиејнтрсувкдмлпзгбшчцхћжђњљфџ');
export const GREEK = other('αοιετσνηυρπκμλςάίόωέδγχήθφύβώξζψϊϋΐΰ');
export const HEBREW = other('יוהלאמרבתשנכעפחדקםטזגןצסךףץ');
export const ARABIC = other('اليمنرتبوةدعسفهكحقجشطصخىأزضغذثءظإئؤآپچژگ');
export const THAI = other('านรอกเงมยลวดทสต่้ัีปหิคแพชบขำไ็ุ์ใจโถผซู์ะึธฟืณญศษภฐฉฝฮฎฤๆฬฆฑฌ');

/**
 * All western letters, as in lists of names; worth slightly less than one language that has all letters of the file.
 */
export const ALL_WESTERN = latin([...new Set(WESTERN.slice(0, -1).flatMap(({ letters }) => [...letters]))].join(''));
