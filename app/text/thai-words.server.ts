// Line breaking of Thai. Thai has no spaces, and browsers find word ends by dictionary. Loanwords are missing there,
// and some compounds are split (e.g. "evidence" into "main" and "base"). Word joiners between the letters of these
// words, and break opportunities around them, keep each word whole.

import type { Language } from '#domain/language'

/** Words that browser dictionaries break wrongly: "คริ|ป|โต", "ส|ปอต". */
const WHOLE = [
  'คริปโต',
  'สปอต',
  'เมกเกอร์',
  'เทกเกอร์',
  'ลิมิต',
  'พุช',
  'ฟีดราคา',
  'ดูราคา',
  'ป้องกัน',
  'ฟิชชิง',
  'ฟิวเจอร์ส',
  'โทเคน',
  'ออฟไลน์',
  'เรียลไทม์',
  'ฟีโบนัชชี',
  'อินดิเคเตอร์',
  'คิวอาร์โค้ด',
  'ค่าธรรมเนียม',
  'มิฉะนั้น',
  'มากกว่า',
  'กระเป๋า',
  'พาสคีย์',
  'หลักฐาน',
  'คำตอบ',
  'ตรวจสอบ',
  'คลาดเคลื่อน',
  'ต่างประเทศ',
  'บล็อกเชน',
  'เครือข่าย',
  'รายละเอียด',
  'ผลตอบแทน',
  'เจ้าหน้าที่',
  'อัปโหลด',
  'ผู้ตรวจสอบ',
  'ผู้รับผิดชอบ',
  'คำสั่ง',
  'คำตัดสิน',
  'การกระทำ',
  'สภาพคล่อง',
  'พื้นฐาน',
  'มือถือ',
  'คัดลอก',
  'ติดตั้ง',
  'รู้จัก',
  'สักครู่',
  'ลูกศร',
  'ตัวตน',
  'เข้าสู่ระบบ',
  'เดินบัญชี',
  'ฝากถอน',
  'ส่วนต่าง',
  'เกิดเหตุ',
  'เมโม',
  'แชต',
  'สหราชอาณาจักร',
  'สเตอร์ลิง',
  'เดอร์แฮม',
  'เอมิเรตส์',
  'รหัสกู้คืน',
  'รหัสยืนยัน',
  'ขั้นที่สอง',
  'การแก้ไข',
  'ผู้ดูแลระบบ',
]
const FOUND = new RegExp(`([\\u0e01-\\u0e4e])?(${WHOLE.join('|')})(?=([ก-ฮเ-ไ])?)`, 'gu')
const JOINER = '\u2060'
const PARTER = '\u200b'

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

export const wholeThai = (text: string): string =>
  text.replace(FOUND, (_, before: string | undefined, word: string, after: string | undefined) => {
    const joined = Array.from(letters.segment(word), ({ segment }) => segment).join(JOINER)
    return (before ? before + PARTER : '') + joined + (after ? PARTER : '')
  })

/** For texts and names that do not come from the locale files. */
export const wholeIn = (language: Language, text: string): string => (language === 'th' ? wholeThai(text) : text)

/** Applies to text between HTML tags only; attributes stay unchanged. */
export const wholeInHtml = (language: Language, html: string): string =>
  html.replace(/(?<=^|>)[^<]+/g, (text) => wholeIn(language, text))
