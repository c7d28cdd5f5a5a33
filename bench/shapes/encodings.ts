import { createRandom, type Random } from './random.js';
import { finish, type Line, PLAIN, type ShapeCase, type Style, writeRecord } from './shape.js';

interface Language {
  readonly name: string;
  readonly columns: readonly string[];
  readonly people: readonly string[];
  readonly places: readonly string[];
  readonly remarks: readonly string[];
  readonly encodings: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'German',
    columns: ['Nr', 'Straße', 'Größe', 'Bemerkung'],
    people: ['Müller', 'Schröder', 'Weiß', 'Jäger'],
    places: ['München', 'Köln', 'Düsseldorf', 'Berlin'],
    remarks: ['für später', 'geprüft', 'nicht verfügbar', 'übergeben'],
    encodings: ['windows-1252', 'macintosh', 'iso-8859-15', 'utf-8', 'utf-16le', 'utf-16be'],
  },
  {
    name: 'French',
    columns: ['N°', 'Prénom', 'Ville', 'Remarque'],
    people: ['Hélène', 'François', 'Zoé', 'René'],
    places: ['Orléans', 'Nîmes', 'Besançon', 'Paris'],
    remarks: ['à vérifier', 'reçu', 'déjà payé', 'coût élevé'],
    encodings: ['windows-1252', 'macintosh', 'utf-8'],
  },
  {
    name: 'Polish',
    columns: ['Nr', 'Imię', 'Miasto', 'Uwagi'],
    people: ['Łukasz', 'Małgorzata', 'Grażyna', 'Stanisław'],
    places: ['Łódź', 'Kraków', 'Gdańsk', 'Wrocław'],
    remarks: ['zapłacono', 'do wyjaśnienia', 'wysłano częściowo', 'ważne'],
    encodings: ['windows-1250', 'iso-8859-2', 'utf-8'],
  },
  {
    name: 'Czech',
    columns: ['Č', 'Jméno', 'Město', 'Poznámka'],
    people: ['Jiří', 'Tomáš', 'Božena', 'Růžena'],
    places: ['Plzeň', 'Ostrava', 'Ústí nad Labem', 'České Budějovice'],
    remarks: ['zaplaceno', 'čeká se', 'příští týden', 'důležité'],
    encodings: ['windows-1250', 'iso-8859-2'],
  },
  {
    name: 'Hungarian',
    columns: ['Szám', 'Név', 'Város', 'Megjegyzés'],
    people: ['Gergő', 'Jenő', 'Zsófia', 'Ákos'],
    places: ['Győr', 'Szekszárd', 'Pécs', 'Hódmezővásárhely'],
    remarks: ['fizetve', 'később', 'jövő hét', 'nem elérhető'],
    encodings: ['windows-1250', 'iso-8859-2'],
  },
  {
    name: 'Russian',
    columns: ['Номер', 'Имя', 'Город', 'Примечание'],
    people: ['Анна', 'Дмитрий', 'Сергей', 'Ольга'],
    places: ['Москва', 'Казань', 'Новосибирск', 'Тверь'],
    remarks: ['оплачено', 'проверить позже', 'нет данных', 'отправлено'],
    encodings: ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'utf-8', 'utf-16le'],
  },
  {
    name: 'Greek',
    columns: ['Αρ', 'Όνομα', 'Πόλη', 'Σχόλιο'],
    people: ['Γιώργος', 'Μαρία', 'Νίκος', 'Ελένη'],
    places: ['Αθήνα', 'Θεσσαλονίκη', 'Πάτρα', 'Λάρισα'],
    remarks: ['πληρώθηκε', 'αργότερα', 'σε εξέλιξη', 'δεν υπάρχει'],
    encodings: ['windows-1253', 'iso-8859-7', 'utf-8'],
  },
  {
    name: 'Turkish',
    columns: ['No', 'İsim', 'Şehir', 'Açıklama'],
    people: ['Ayşe', 'Oğuz', 'Çağla', 'İbrahim'],
    places: ['İstanbul', 'Eskişehir', 'Muğla', 'Şanlıurfa'],
    remarks: ['ödendi', 'sonra bakılacak', 'geçersiz kayıt', 'gönderildi'],
    encodings: ['windows-1254', 'utf-8'],
  },
  {
    name: 'Hebrew',
    columns: ['מספר', 'שם', 'עיר', 'הערה'],
    people: ['דוד', 'שרה', 'יוסף', 'מרים'],
    places: ['ירושלים', 'חיפה', 'תל אביב', 'באר שבע'],
    remarks: ['שולם', 'לבדוק מאוחר', 'אין נתונים', 'נשלח'],
    encodings: ['windows-1255', 'utf-8'],
  },
  {
    name: 'Arabic',
    columns: ['رقم', 'الاسم', 'المدينة', 'ملاحظة'],
    people: ['محمد', 'فاطمة', 'خالد', 'ليلى'],
    places: ['القاهرة', 'دمشق', 'بيروت', 'عمان'],
    remarks: ['تم الدفع', 'لاحقا', 'لا توجد بيانات', 'مرسل'],
    encodings: ['windows-1256', 'utf-8'],
  },
  {
    name: 'Thai',
    columns: ['เลขที่', 'ชื่อ', 'เมือง', 'หมายเหตุ'],
    people: ['สมชาย', 'มานี', 'วิชัย', 'สุดา'],
    places: ['กรุงเทพ', 'เชียงใหม่', 'ภูเก็ต', 'ขอนแก่น'],
    remarks: ['ชำระแล้ว', 'ตรวจสอบ', 'ไม่มีข้อมูล', 'ส่งแล้ว'],
    encodings: ['windows-874', 'utf-8'],
  },
  {
    name: 'Japanese',
    columns: ['番号', '氏名', '都市', '備考'],
    people: ['山田太郎', '佐藤花子', 'スズキ', 'たなか'],
    places: ['東京都', '大阪市', '名古屋', '札幌'],
    remarks: ['支払い済み', '後で確認する', 'データなし', '発送しました'],
    encodings: ['shift_jis', 'euc-jp', 'utf-8', 'utf-16le', 'utf-16be'],
  },
  {
    name: 'Japanese, kanji only',
    columns: ['番号', '氏名', '都市', '備考'],
    people: ['山田太郎', '佐藤花子', '鈴木一郎', '田中次郎'],
    places: ['東京都', '大阪市', '名古屋市', '札幌市'],
    remarks: ['支払済', '要確認', '情報無', '発送済'],
    encodings: ['shift_jis'],
  },
  {
    name: 'Chinese',
    columns: ['编号', '姓名', '城市', '备注'],
    people: ['张三', '李四', '王小明', '赵丽'],
    places: ['北京', '上海', '广州', '深圳'],
    remarks: ['已付款', '稍后确认', '没有数据', '已经发货'],
    encodings: ['gbk', 'utf-8', 'utf-16le'],
  },
  {
    name: 'Chinese, traditional',
    columns: ['編號', '姓名', '城市', '備註'],
    people: ['張三', '李四', '王小明', '趙麗'],
    places: ['臺北', '高雄', '臺中', '新竹'],
    remarks: ['已付款', '稍後確認', '沒有資料', '已經出貨'],
    encodings: ['big5', 'utf-8'],
  },
  {
    name: 'Korean',
    columns: ['번호', '이름', '도시', '비고'],
    people: ['김철수', '이영희', '박민수', '최지우'],
    places: ['서울', '부산', '대구', '인천'],
    remarks: ['지불 완료', '나중에 확인', '자료 없음', '발송됨'],
    encodings: ['euc-kr', 'utf-8'],
  },
];

const FILES = 6;

export function encodingCases(): ShapeCase[] {
  return LANGUAGES.flatMap((language, which) =>
    language.encodings.flatMap((encoding, at) =>
      Array.from({ length: FILES }, (_, file) =>
        written(language, encoding, file, createRandom(5_000_000 + which * 1_000 + at * 50 + file)),
      ),
    ),
  );
}

function written(language: Language, encoding: string, file: number, random: Random): ShapeCase {
  const style: Style = {
    ...PLAIN,
    encoding,
    delimiter: random.pick([',', ';', '\t']),
    quoting: random.pick(['needed', 'all']),
    lineEnd: random.pick(['\n', '\r\n']),
  };
  const rows = Array.from({ length: random.between(5, 40) }, (_, at) => [
    String(at + 1),
    random.pick(language.people),
    random.pick(language.places),
    random.pick(language.remarks),
  ]);
  return finish(`${language.name} in ${encoding}, ${file}`, `encoding ${encoding}`, {
    style,
    columns: language.columns,
    lines: [
      { kind: 'header', text: writeRecord(language.columns, style), cells: language.columns },
      ...rows.map((cells): Line => ({ kind: 'row', text: writeRecord(cells, style), cells })),
    ],
  });
}
