// Desk tables of the quiz: events and texts, which are immutable, and answers with evidence. All entered by two people. No answer is taken
// before the bets are committed to, after the closing time.

import { LANGUAGES } from '../language'
import { type Outcome, done, refuse } from '../outcome'
import { OPTIONS_MAX, OPTIONS_MIN, VOID_ANSWER } from '../quiz/rules'
import { type Cell, type CellKind, type Sheet, type StoredRow, rate, sort } from './sheet-cell'

/** Events are staked in USDT. */
const money: CellKind = { kind: 'decimal', scale: 6, stored: 'text', min: '0.01', max: '1000000' }
const event: Cell = { name: 'event_id', is: { kind: 'integer', min: 1, max: 1_000_000_000 }, isFixed: true }
const words = (name: string, lengthMax: number, isOptional = false): Cell => ({
  name,
  is: { kind: 'text', lengthMax, ...(isOptional ? { isOptional: true as const } : {}) },
  isFixed: true,
  ...(name === 'question' ? {} : { isDetail: true as const }),
})

/** SQL over an event: a minute after its receipt, the log holds the commitment to the bets. */
export const ARE_BETS_COMMITTED = 'coalesce(bets_committed_at <= unixepoch() * 1000 - 60000, 0)'

export const QUIZ_SHEETS = {
  'quiz-events': {
    title: 'sheet_quiz_events',
    table: 'quiz_event',
    from: 'quiz_event',
    place: 'content',
    keys: ['id'],
    mayAdd: true,
    guard: { onAdd: true, switches: ['is_published'] },
    check: checkEvent,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000_000 }, isFixed: true },
      { name: 'asset', is: { kind: 'choice', choices: ['USDT'] }, isFixed: true },
      { name: 'option_count', is: { kind: 'integer', min: OPTIONS_MIN, max: OPTIONS_MAX }, isFixed: true },
      { name: 'fee', is: rate('0', '0.2'), isFixed: true },
      { name: 'stake_min', is: money, isFixed: true },
      { name: 'stake_max', is: money, isFixed: true },
      { name: 'opens_at', is: { kind: 'instant' }, isFixed: true },
      { name: 'closes_at', is: { kind: 'instant' }, isFixed: true },
      { name: 'is_published', is: { kind: 'flag' } },
      sort,
    ],
  },
  'quiz-texts': {
    title: 'sheet_quiz_texts',
    table: 'quiz_text',
    from: 'quiz_text',
    place: 'content',
    keys: ['event_id', 'language'],
    mayAdd: true,
    guard: { onAdd: true },
    cells: [
      event,
      { name: 'language', is: { kind: 'choice', choices: LANGUAGES }, isFixed: true },
      words('question', 300),
      words('source', 500),
      words('option_1', 80),
      words('option_2', 80),
      words('option_3', 80, true),
      words('option_4', 80, true),
      words('option_5', 80, true),
      words('option_6', 80, true),
    ],
  },
  'quiz-answers': {
    title: 'sheet_quiz_answers',
    table: 'quiz_answer',
    from: `(SELECT quiz_answer.*, option_count AS event_options,
      ${ARE_BETS_COMMITTED} AS are_bets_committed
      FROM quiz_answer JOIN quiz_event ON quiz_event.id = event_id)`,
    place: 'content',
    keys: ['event_id'],
    mayAdd: true,
    guard: { onAdd: true, cells: ['answer', 'evidence'] },
    context: [['event_id', 'event']],
    check: checkAnswer,
    cells: [
      event,
      { name: 'answer', is: { kind: 'integer', min: VOID_ANSWER, max: OPTIONS_MAX } },
      { name: 'evidence', is: { kind: 'text', lengthMax: 500 } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** An existing option, or none, and only after the event's bets were committed to. */
function checkAnswer(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const { answer, event_options: options, are_bets_committed: areCommitted } = row
  const isAnswer = BigInt(answer ?? 0) <= BigInt(options ?? -1)
  return isAnswer && String(areCommitted) === '1' ? done(null) : refuse('row_contradicts')
}

function checkEvent(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const whole = (cell: string): bigint => BigInt(row[cell] ?? 0)
  const isOrdered = whole('stake_min') <= whole('stake_max') && whole('opens_at') < whole('closes_at')
  return isOrdered ? done(null) : refuse('row_contradicts')
}
