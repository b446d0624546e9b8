// Quiz events for the coming week, as examples; their answers are in the published prices. Each week in which the seed runs adds one, in a demo three.

import { LANGUAGES, type Language } from '#domain/language'
import { DAY_MS, dayText } from '#domain/time'
import { insertMissing } from './statement'

const WEEK_MS = 7 * DAY_MS
/** Day 0 of 1970 was a Thursday; weeks begin on Monday. */
const mondayAfter = (now: number): number => (Math.floor((now / DAY_MS + 3) / 7) + 1) * WEEK_MS - 3 * DAY_MS

/** The first event's number is its closing day. */
export const demoEventId = (now: number): number => mondayAfter(now) / DAY_MS

/** Above the number of every day that comes. */
const NEXT_EVENT = 1_000_000

const COINS = ['BTC', 'ETH', 'SOL', 'XRP'] as const
/** Places of the options; an event with fewer leaves the last ones empty. */
const OPTIONS = [0, 1, 2, 3] as const
const SHARES = ['AAPL', 'NVDA', 'TSLA', 'KO'] as const

const OF_SHARES: Readonly<Record<Language, string>> = {
  jp: '{day}（UTC）からの1週間で、最も値上がりする株はどれですか?',
  en: 'Which of these shares rises most in the week from {day} (UTC)?',
  zh: '从{day}（UTC）起的一周内，哪只股票涨幅最大?',
  hk: '從{day}（UTC）起的一週內，哪隻股票升幅最大?',
  kor: '{day}(UTC)부터 1주일 동안 가장 많이 오르는 주식은?',
  th: 'สัปดาห์ที่เริ่ม {day} (UTC) หุ้นใดจะขึ้นมากที่สุด?',
  fra: 'Quelle action montera le plus dans la semaine du {day} (UTC) ?',
  spa: '¿Qué acción subirá más en la semana del {day} (UTC)?',
}

/** Options and question of a rise: yes or no. */
const RISES: Readonly<Record<Language, readonly [question: string, yes: string, no: string]>> = {
  jp: ['BTCは{day}（UTC）からの1週間で値上がりしますか?', 'はい', 'いいえ'],
  en: ['Does BTC rise in the week from {day} (UTC)?', 'Yes', 'No'],
  zh: ['从{day}（UTC）起的一周内，BTC会上涨吗?', '会', '不会'],
  hk: ['從{day}（UTC）起的一週內，BTC會上升嗎?', '會', '不會'],
  kor: ['BTC는 {day}(UTC)부터 1주일 동안 오를까요?', '예', '아니요'],
  th: ['BTC จะขึ้นในสัปดาห์ที่เริ่ม {day} (UTC) หรือไม่?', 'ใช่', 'ไม่ใช่'],
  fra: ['Le BTC montera-t-il dans la semaine du {day} (UTC) ?', 'Oui', 'Non'],
  spa: ['¿Subirá el BTC en la semana del {day} (UTC)?', 'Sí', 'No'],
}

/** Which of several rises most, and where the answer will stand. */
const QUESTIONS: Readonly<Record<Language, readonly [question: string, source: string]>> = {
  jp: [
    '{day}（UTC）からの1週間で、最も値上がりするのはどれですか?',
    '当サイトの指数価格。{day} 00:00 UTC以降の最初の価格と、7日後の00:00 UTC以降の最初の価格を比べます。',
  ],
  en: [
    'Which of these rises most in the week from {day} (UTC)?',
    'The index prices of this site: the first at or after 00:00 UTC on {day}, and the first seven days later.',
  ],
  zh: [
    '从{day}（UTC）起的一周内，哪一个涨幅最大?',
    '本站的指数价格：{day} 00:00 UTC起的第一个价格，与七天后00:00 UTC起的第一个价格。',
  ],
  hk: [
    '從{day}（UTC）起的一週內，哪一個升幅最大?',
    '本站的指數價格：{day} 00:00 UTC起的第一個價格，與七天後00:00 UTC起的第一個價格。',
  ],
  kor: [
    '{day}(UTC)부터 1주일 동안 가장 많이 오르는 것은?',
    '본 사이트의 지수 가격: {day} 00:00 UTC 이후 첫 가격과 7일 뒤 00:00 UTC 이후 첫 가격을 비교합니다.',
  ],
  th: [
    'สัปดาห์ที่เริ่ม {day} (UTC) เหรียญใดจะขึ้นมากที่สุด?',
    'ราคาดัชนีของเว็บไซต์นี้: ราคาแรกตั้งแต่ 00:00 UTC ของวันที่ {day} และราคาแรกในอีกเจ็ดวันถัดมา',
  ],
  fra: [
    'Lequel montera le plus dans la semaine du {day} (UTC) ?',
    'Les cours indice de ce site : le premier à partir de 00:00 UTC le {day}, et le premier sept jours plus tard.',
  ],
  spa: [
    '¿Cuál subirá más en la semana del {day} (UTC)?',
    'Los precios índice de este sitio: el primero desde las 00:00 UTC del {day} y el primero siete días después.',
  ],
}

/** "2026-11-30" as a sentence of the language has it. */
function dayIn(language: Language, text: string): string {
  const [year = '', month = '', day = ''] = text.split('-')
  if (language === 'en') return `${parseInt(day, 10)} ${ENGLISH_MONTHS[parseInt(month, 10) - 1] ?? ''} ${year}`
  if (language === 'kor') return `${year}년 ${parseInt(month, 10)}월 ${parseInt(day, 10)}일`
  if (language === 'jp' || language === 'zh' || language === 'hk')
    return `${year}年${parseInt(month, 10)}月${parseInt(day, 10)}日`
  return `${day}/${month}/${year}`
}

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const USDT = 1_000_000

/** Pooled bets on events count as gambling in these countries; docs/decisions/orders.md names the sources. */
const CLOSED_IN = ['AU', 'CN', 'GB', 'HK', 'JP', 'KR', 'SG', 'TH', 'US']

interface DemoEvent {
  readonly id: number
  readonly optionCount: number
  readonly questionIn: (language: Language) => string
  readonly optionsIn: (language: Language) => readonly string[]
}

const demoEvents = (first: number): readonly DemoEvent[] => [
  { id: first, optionCount: 4, questionIn: (language) => QUESTIONS[language][0], optionsIn: () => COINS },
  {
    id: first + NEXT_EVENT,
    optionCount: 2,
    questionIn: (language) => RISES[language][0],
    optionsIn: (language) => RISES[language].slice(1),
  },
  {
    id: first + 2 * NEXT_EVENT,
    optionCount: 4,
    questionIn: (language) => OF_SHARES[language],
    optionsIn: () => SHARES,
  },
]

export function quizStatements(now: number, isDemo: boolean): string[] {
  const closesAt = mondayAfter(now)
  const events = demoEvents(demoEventId(now)).slice(0, isDemo ? undefined : 1)
  const texts = events.flatMap(({ id, questionIn, optionsIn }) =>
    LANGUAGES.map((language) => {
      const day = dayIn(language, dayText(closesAt))
      return {
        event_id: id,
        language,
        question: questionIn(language).replace('{day}', day),
        source: QUESTIONS[language][1].replaceAll('{day}', day),
        ...Object.fromEntries(OPTIONS.map((index) => [`option_${index + 1}`, optionsIn(language)[index] ?? ''])),
      }
    }),
  )
  return [
    ...insertMissing(
      'quiz_event',
      events.map(({ id, optionCount }, index) => ({
        id,
        asset: 'USDT',
        option_count: optionCount,
        fee: '2000000',
        stake_min: String(USDT),
        stake_max: String(1_000 * USDT),
        opens_at: closesAt - 2 * WEEK_MS,
        closes_at: closesAt,
        is_published: true,
        sort: index + 1,
      })),
    ),
    ...insertMissing('quiz_text', texts),
    ...insertMissing('product_gate', [
      { product: 'quiz', country: '*', is_open: true },
      { product: 'quiz', country: 'ZZ', is_open: true },
      ...CLOSED_IN.map((country) => ({ product: 'quiz', country, is_open: false })),
    ]),
  ]
}
