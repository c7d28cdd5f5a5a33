/**
 * Characters that are frequent in one language and rare in the others: names of people and places, days, money, column
 * names. Most byte sequences of one language are valid in the encodings of the others too.
 */
export const JAPANESE =
  'のにをはがでとたしてれさるすいまンーイトルスリアラロックドシ田山川本東京都市区町村県一二三四五六七八九十中上下日月年時分円会社株式名氏金額住所電話番号商品数量価格合計鈴木佐藤高橋渡辺伊林加斎松井大小野原子郎美太花男女橋横浜阪屋古崎丁目店店長部課員平成令和表示';
export const CHINESE =
  '的是不在了有和人这中大为上个国我以要他时来用们生到作地于出会可下对成年月日号元李王张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗郑梁谢宋唐许邓冯韩曹曾北京上海广州深圳天津重庆南武汉成都省市区县镇路街道栋室名称姓性别男女城数量单价金额合计公司有限产品客户电话编日期地址备注新城长江东西';
export const TRADITIONAL =
  '的是不在了有和人這中大為上個國我以要他時來用們生到作地於出會可下對成年月日號元李王張劉陳楊黃趙吳周徐孫馬朱胡林郭何高羅鄭梁謝宋唐許鄧馮韓曹曾台北高雄中南市區縣鎮鄉路街巷弄樓室名稱姓性別男女城數量單價金額合計公司有限產品客戶電話編日期地址備註新竹桃園臺灣蔡志明淑芬怡君';
export const KOREAN =
  '이다는가을를에의로하고은지사서기도자리시인대정나아그어한해수있일주부전화번호성명이름금액날짜주소시군구동로길서울산광역대인천김박최조강윤장임오신권황안송홍유남여합계수량단가제품회사주식고객비라스트원월년';
