// Texts of the invented tokens in eight languages. Each text says that the token is invented.

import type { Language } from '#domain/language'

export type TokenKey = 'bakery' | 'ferry' | 'lantern'

interface SaleText {
  readonly title: string
  readonly summary: string
  readonly content: string
}

const sale = (title: string, summary: string, ...paragraphs: readonly string[]): SaleText => ({
  title,
  summary,
  content: paragraphs.map((text) => `<p>${text}</p>`).join(''),
})

export const SALE_TEXTS: Readonly<Record<Language, Readonly<Record<TokenKey, SaleText>>>> = {
  jp: {
    bakery: sale(
      'Moonbakery（架空）',
      '月面のパン屋という設定の、練習用の架空トークンです。',
      'Moonbakery は練習のために作られた架空のトークンです。会社も製品もなく、実際の価値はありません。',
      '申込が発行数を超えると、全員に同じ割合で配分されます。配分の一覧は公開され、自分の分を誰でも検算できます。',
    ),
    ferry: sale(
      'Cloudferry（架空）',
      '雲の間を渡る渡し船という設定の、練習用の架空トークンです。',
      'Cloudferry は練習のために作られた架空のトークンです。会社も製品もなく、実際の価値はありません。',
      '申込が発行数を超えると、全員に同じ割合で配分されます。配分されなかった分の代金はすぐに戻ります。',
    ),
    lantern: sale(
      'Lanternfish（架空）',
      '深海の灯りという設定の、練習用の架空トークンです。先着順です。',
      'Lanternfish は練習のために作られた架空のトークンです。会社も製品もなく、実際の価値はありません。',
      '先着順のため、申込と同時に数量が確定します。なくなり次第終了です。',
    ),
  },
  en: {
    bakery: sale(
      'Moonbakery (invented)',
      'An invented token for practice: a bakery on the moon.',
      'Moonbakery is made up for practice. There is no company and no product behind it, and it is worth nothing.',
      'When more is applied for than there is, everybody gets the same part. The list is published, and anybody can check the own share.',
    ),
    ferry: sale(
      'Cloudferry (invented)',
      'An invented token for practice: a ferry between clouds.',
      'Cloudferry is made up for practice. There is no company and no product behind it, and it is worth nothing.',
      'When more is applied for than there is, everybody gets the same part. What was held for the rest comes back at once.',
    ),
    lantern: sale(
      'Lanternfish (invented)',
      'An invented token for practice: lights of the deep sea. First come, first served.',
      'Lanternfish is made up for practice. There is no company and no product behind it, and it is worth nothing.',
      'First come, first served: what you apply for is yours at once, as long as there is enough.',
    ),
  },
  zh: {
    bakery: sale(
      'Moonbakery（虚构）',
      '练习用的虚构代币：月球上的面包店。',
      'Moonbakery 是为练习而虚构的代币，背后没有公司，也没有产品，没有任何价值。',
      '认购超过发行量时，所有人按相同比例获得。分配名单公开，任何人都可以核对自己的份额。',
    ),
    ferry: sale(
      'Cloudferry（虚构）',
      '练习用的虚构代币：云间的渡船。',
      'Cloudferry 是为练习而虚构的代币，背后没有公司，也没有产品，没有任何价值。',
      '认购超过发行量时，所有人按相同比例获得。未中签部分的款项立即退回。',
    ),
    lantern: sale(
      'Lanternfish（虚构）',
      '练习用的虚构代币：深海的灯光。先到先得。',
      'Lanternfish 是为练习而虚构的代币，背后没有公司，也没有产品，没有任何价值。',
      '先到先得：只要还有余量，认购后立即确定。',
    ),
  },
  hk: {
    bakery: sale(
      'Moonbakery（虛構）',
      '練習用的虛構代幣：月球上的麵包店。',
      'Moonbakery 是為練習而虛構的代幣，背後沒有公司，也沒有產品，沒有任何價值。',
      '認購超過發行量時，所有人按相同比例獲得。分配名單公開，任何人都可以核對自己的份額。',
    ),
    ferry: sale(
      'Cloudferry（虛構）',
      '練習用的虛構代幣：雲間的渡船。',
      'Cloudferry 是為練習而虛構的代幣，背後沒有公司，也沒有產品，沒有任何價值。',
      '認購超過發行量時，所有人按相同比例獲得。未中籤部分的款項立即退回。',
    ),
    lantern: sale(
      'Lanternfish（虛構）',
      '練習用的虛構代幣：深海的燈光。先到先得。',
      'Lanternfish 是為練習而虛構的代幣，背後沒有公司，也沒有產品，沒有任何價值。',
      '先到先得：只要還有餘量，認購後立即確定。',
    ),
  },
  kor: {
    bakery: sale(
      'Moonbakery (가상)',
      '연습용 가상 토큰: 달에 있는 빵집.',
      'Moonbakery는 연습을 위해 지어낸 토큰입니다. 회사도 제품도 없으며 아무런 가치가 없습니다.',
      '신청이 발행량을 넘으면 모두가 같은 비율로 배정받습니다. 배정 목록은 공개되며 누구나 자기 몫을 검산할 수 있습니다.',
    ),
    ferry: sale(
      'Cloudferry (가상)',
      '연습용 가상 토큰: 구름 사이를 오가는 나룻배.',
      'Cloudferry는 연습을 위해 지어낸 토큰입니다. 회사도 제품도 없으며 아무런 가치가 없습니다.',
      '신청이 발행량을 넘으면 모두가 같은 비율로 배정받습니다. 배정되지 않은 금액은 바로 돌아옵니다.',
    ),
    lantern: sale(
      'Lanternfish (가상)',
      '연습용 가상 토큰: 깊은 바다의 불빛. 선착순입니다.',
      'Lanternfish는 연습을 위해 지어낸 토큰입니다. 회사도 제품도 없으며 아무런 가치가 없습니다.',
      '선착순이므로 물량이 남아 있는 한 신청하는 즉시 확정됩니다.',
    ),
  },
  th: {
    bakery: sale(
      'Moonbakery (สมมติ)',
      'โทเคนสมมติสำหรับฝึกหัด: ร้านขนมปังบนดวงจันทร์',
      'Moonbakery เป็นโทเคนที่สมมติขึ้นเพื่อฝึกหัด ไม่มีบริษัทหรือผลิตภัณฑ์อยู่เบื้องหลัง และไม่มีมูลค่าใด ๆ',
      'เมื่อยอดจองเกินจำนวนที่มี ทุกคนจะได้รับในสัดส่วนเดียวกัน รายการจัดสรรเปิดเผย และใครก็ตรวจสอบส่วนของตนได้',
    ),
    ferry: sale(
      'Cloudferry (สมมติ)',
      'โทเคนสมมติสำหรับฝึกหัด: เรือข้ามฟากระหว่างเมฆ',
      'Cloudferry เป็นโทเคนที่สมมติขึ้นเพื่อฝึกหัด ไม่มีบริษัทหรือผลิตภัณฑ์อยู่เบื้องหลัง และไม่มีมูลค่าใด ๆ',
      'เมื่อยอดจองเกินจำนวนที่มี ทุกคนจะได้รับในสัดส่วนเดียวกัน เงินส่วนที่ไม่ได้รับจัดสรรจะคืนทันที',
    ),
    lantern: sale(
      'Lanternfish (สมมติ)',
      'โทเคนสมมติสำหรับฝึกหัด: แสงไฟในทะเลลึก มาก่อนได้ก่อน',
      'Lanternfish เป็นโทเคนที่สมมติขึ้นเพื่อฝึกหัด ไม่มีบริษัทหรือผลิตภัณฑ์อยู่เบื้องหลัง และไม่มีมูลค่าใด ๆ',
      'มาก่อนได้ก่อน: ตราบใดที่ยังมีเหลือ จำนวนที่จองจะเป็นของคุณทันที',
    ),
  },
  fra: {
    bakery: sale(
      'Moonbakery (fictif)',
      'Un jeton fictif pour s’exercer : une boulangerie sur la lune.',
      'Moonbakery est inventé pour s’exercer. Il n’y a ni société ni produit derrière, et il ne vaut rien.',
      'Quand les demandes dépassent l’offre, chacun reçoit la même proportion. La liste est publiée et chacun peut vérifier sa part.',
    ),
    ferry: sale(
      'Cloudferry (fictif)',
      'Un jeton fictif pour s’exercer : un bac entre les nuages.',
      'Cloudferry est inventé pour s’exercer. Il n’y a ni société ni produit derrière, et il ne vaut rien.',
      'Quand les demandes dépassent l’offre, chacun reçoit la même proportion. Ce qui était bloqué pour le reste revient aussitôt.',
    ),
    lantern: sale(
      'Lanternfish (fictif)',
      'Un jeton fictif pour s’exercer : les lumières des abysses. Premier arrivé, premier servi.',
      'Lanternfish est inventé pour s’exercer. Il n’y a ni société ni produit derrière, et il ne vaut rien.',
      'Premier arrivé, premier servi : ce que vous demandez est à vous aussitôt, tant qu’il en reste assez.',
    ),
  },
  spa: {
    bakery: sale(
      'Moonbakery (ficticio)',
      'Un token ficticio para practicar: una panadería en la luna.',
      'Moonbakery está inventado para practicar. No hay empresa ni producto detrás y no vale nada.',
      'Cuando se solicita más de lo que hay, todos reciben la misma proporción. La lista se publica y cualquiera puede comprobar su parte.',
    ),
    ferry: sale(
      'Cloudferry (ficticio)',
      'Un token ficticio para practicar: un transbordador entre nubes.',
      'Cloudferry está inventado para practicar. No hay empresa ni producto detrás y no vale nada.',
      'Cuando se solicita más de lo que hay, todos reciben la misma proporción. Lo retenido por el resto vuelve enseguida.',
    ),
    lantern: sale(
      'Lanternfish (ficticio)',
      'Un token ficticio para practicar: luces del mar profundo. Por orden de llegada.',
      'Lanternfish está inventado para practicar. No hay empresa ni producto detrás y no vale nada.',
      'Por orden de llegada: lo que solicita es suyo enseguida, mientras quede suficiente.',
    ),
  },
}
