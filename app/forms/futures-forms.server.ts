// The forms about contracts, for the actions of the pages that show them: open, close, cancel, stops, margin.

import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { FuturesRow } from '#party/protocol/futures'
import { cancelFutures, changeFuturesMargin, closeFutures, closeManyFutures, placeFutures } from '#services/futures'
import { setFuturesStops } from '#services/futures-stops'
import type { Session } from '#session/session'
import { commandIdOf } from './command-id.server'
import { textFieldsOf } from '../site/revalidation'
import { fieldOf, ownRefusalText } from '../visitor/visitor.server'
import { plainDecimal } from './decimal-field'
import type { FormTakes } from './taken-fields'
import { checkForm } from './taken-fields.server'
import type { FuturesAnswer } from './futures-answer'

interface FuturesPost {
  readonly form: FormData
  readonly symbol: string | null
  readonly language: Language
  /** Where the visitor is. */
  readonly country: string
}

/** Accepted fields by intent. */
const FIELDS = new Map<string, FormTakes>([
  ['close', { fields: ['position_id', 'lots'] }],
  ['close_many', {}],
  ['cancel', { fields: ['position_id'] }],
  ['stops', { fields: ['position_id', 'take_profit', 'stop_loss'] }],
  ['margin', { fields: ['position_id', 'amount'], words: { way: ['add', 'take'] } }],
])

function takesOf(intent: string, kind: string): FormTakes {
  if (intent !== 'open') return FIELDS.get(intent) ?? { words: { intent: ['open', ...FIELDS.keys()] } }
  return {
    fields: ['multiple', 'lots', 'take_profit', 'stop_loss', ...(kind === 'limit' || kind === 'stop' ? ['price'] : [])],
    words: { direction: ['long', 'short'], kind: ['market', 'limit', 'stop'], mode: ['cross', 'isolated'] },
  }
}

/** One page is drawn with one command id for all its buttons, so what each asks for is part of its command's own id. */
export async function runFuturesForm(
  env: Env,
  session: Session,
  { form, symbol, language, country }: FuturesPost,
): Promise<Outcome<FuturesRow | null>> {
  const intent = fieldOf(form, 'intent')
  const taken = await checkForm(env, session, form, takesOf(intent, fieldOf(form, 'kind')))
  if (!taken.ok) return taken
  const commandId = commandIdOf(form)
  const positionNo = parseInt(fieldOf(form, 'positionNo'), 10) || 0
  const decimal = (name: string): string | undefined => plainDecimal(fieldOf(form, name), language) || undefined
  const emptied = (name: string): string | null | undefined => (form.has(name) ? (decimal(name) ?? null) : undefined)
  // What is no whole number is no number of lots, and is refused by its bounds.
  const whole = (name: string): number =>
    /^\d{1,9}$/.test(decimal(name) ?? '') ? parseInt(decimal(name) ?? '', 10) : 0
  switch (intent) {
    case 'open': {
      const kind = fieldOf(form, 'kind')
      return placeFutures(env, session, {
        commandId,
        country,
        form: {
          symbol: symbol ?? '',
          direction: fieldOf(form, 'direction') === 'short' ? 'short' : 'long',
          kind: kind === 'limit' || kind === 'stop' ? kind : 'market',
          mode: fieldOf(form, 'mode') === 'isolated' ? 'isolated' : 'cross',
          multiple: whole('multiple'),
          lots: whole('lots'),
          price: decimal('price'),
          takeProfit: decimal('takeProfit'),
          stopLoss: decimal('stopLoss'),
        },
      })
    }
    case 'close':
      return closeFutures(env, session, {
        commandId,
        positionNo,
        lots: decimal('lots') === undefined ? null : whole('lots'),
      })
    case 'close_many': {
      const closed = await closeManyFutures(env, session, { commandId, symbol, direction: null })
      return closed.ok ? done(null) : closed
    }
    case 'cancel':
      return cancelFutures(env, session, { commandId, positionNo })
    case 'stops':
      return setFuturesStops(env, session, {
        commandId,
        // An emptied field takes a stop away; one that the form has not leaves it.
        form: { positionNo, takeProfit: emptied('takeProfit'), stopLoss: emptied('stopLoss') },
      })
    case 'margin': {
      const isTaken = fieldOf(form, 'way') === 'take'
      const amount = decimal('amount')
      if (amount === undefined) return refuse('amount_not_positive')
      return changeFuturesMargin(env, session, { commandId, form: { positionNo, amount, isTaken } })
    }
    default:
      return refuse('request_malformed', { field: 'intent' })
  }
}

export function futuresAnswer(request: Request, form: FormData, outcome: Outcome<FuturesRow | null>): FuturesAnswer {
  const fields = textFieldsOf(form)
  const intent = fieldOf(form, 'intent')
  if (outcome.ok) return { intent, row: outcome.value, problem: null, fields: {} }
  return {
    intent,
    row: null,
    problem: { code: outcome.refusal.code, text: ownRefusalText(request, outcome.refusal) },
    fields,
  }
}
