// Initial support settings: the desk's hours, and prepared replies.

import type { Language } from '#domain/language'
import { insertMissing } from './statement'

/** Monday to Friday, 9 to 18 o'clock in Tokyo. */
const WORKDAYS = [1, 2, 3, 4, 5]
const [OPENS_AT, CLOSES_AT] = [0, 540]

const REPLIES: Readonly<Record<'greeting' | 'more-needed' | 'solved', Readonly<Record<Language, string>>>> = {
  greeting: {
    jp: 'お問い合わせありがとうございます。担当者が内容を確認いたします。',
    en: 'Thank you for writing to us. I am looking into it now.',
    zh: '感谢您的咨询，我正在为您核实。',
    hk: '多謝您的查詢，我正在為您核實。',
    kor: '문의해 주셔서 감사합니다. 내용을 확인하고 있습니다.',
    th: 'ขอบคุณที่ติดต่อเรา ขณะนี้กำลังตรวจสอบให้อยู่',
    fra: 'Merci de nous avoir écrit. Je regarde cela tout de suite.',
    spa: 'Gracias por escribirnos. Lo estoy revisando ahora mismo.',
  },
  'more-needed': {
    jp: '確認のため、該当する注文番号または取引IDをお知らせください。パスワードや認証コードは送らないでください。',
    en: 'Please send us the number of the order or the transaction ID. Never send a password or a code.',
    zh: '请提供相关的订单号或交易哈希。请勿发送密码或验证码。',
    hk: '請提供相關的訂單編號或交易哈希。請勿傳送密碼或驗證碼。',
    kor: '확인을 위해 주문 번호나 거래 ID를 알려 주세요. 비밀번호나 인증 코드는 보내지 마세요.',
    th: 'โปรดแจ้งหมายเลขคำสั่งหรือรหัสธุรกรรม และอย่าส่งรหัสผ่านหรือรหัสยืนยัน',
    fra: 'Indiquez-nous le numéro de l’ordre ou l’identifiant de la transaction. N’envoyez jamais de mot de passe ni de code.',
    spa: 'Indíquenos el número de la orden o el ID de la transacción. No envíe nunca contraseñas ni códigos.',
  },
  solved: {
    jp: 'ご不明な点がなければ、このお問い合わせを終了いたします。',
    en: 'If there is nothing else, I will close this conversation.',
    zh: '如果没有其他问题，我将结束本次会话。',
    hk: '如果沒有其他問題，我將結束是次對話。',
    kor: '더 궁금한 점이 없으시면 상담을 종료하겠습니다.',
    th: 'หากไม่มีข้อสงสัยเพิ่มเติม จะขอปิดการสนทนานี้',
    fra: 'Si tout est réglé, je vais clore cette conversation.',
    spa: 'Si no hay nada más, cerraré esta conversación.',
  },
}

export const supportStatements = (): string[] => [
  ...insertMissing(
    'support_hours',
    WORKDAYS.map((weekday) => ({ weekday, opens_at: OPENS_AT, closes_at: CLOSES_AT })),
  ),
  ...insertMissing(
    'support_reply',
    Object.entries(REPLIES).flatMap(([name, texts]) =>
      Object.entries(texts).map(([language, content]) => ({ name, language, content })),
    ),
  ),
]
