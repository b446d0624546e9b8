// Market list: all pairs, their quotes and daily sparklines, and the visitor's ordered watch list. Its action watches,
// unwatches and reorders.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { type Outcome, done } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { listDayLines, listQuotes } from '#services/quotes'
import { arrangeWatches, listWatches, unwatch, watch } from '#services/watchlist'
import { type Session, readSession } from '#session/session'
import type { WatchRow } from '#party/protocol/watchlist'
import { id, idOrAll } from '#services/input'
import { readPageId } from '../../forms/command-id.server'
import { answered } from '../../forms/answered.server'
import { idOf } from '../../lists/query'
import { moved } from '../../live/pair-order'
import { answerOr } from '../../site/failures.server'
import { listedPair } from '../../text/listed-pair'
import { fieldOf, requireSameOrigin, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'
import { titleOf } from '../../text/title.server'
import { readSent, refuseUnlessEnded } from '../../forms/form-input.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const [{ pairs }, quotes, lines, watches] = await Promise.all([
    loadCatalogue(env),
    answerOr(listQuotes(env), []),
    answerOr(listDayLines(env), []),
    loadWatches(request, env),
  ])
  return {
    title: titleOf(request, 'market', 'title'),
    quotes,
    lines,
    watches,
    commandId: crypto.randomUUID(),
    pairs: pairs.map(listedPair),
  }
}

/** Null for a guest or an ended session, since the market list is public. */
async function loadWatches(request: Request, env: Env): Promise<readonly WatchRow[] | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const watches = await answerOr(listWatches(env, session), null)
  return watches?.ok ? watches.value : null
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const { env } = context
  const session = await requireSession(request, env)
  const form = await request.formData()
  const outcome = await runForm({ request, env, session, form })
  throwIfSessionEnded(request, outcome)
  return answered(request, form, outcome)
}

interface SentForm {
  readonly request: Request
  readonly env: Env
  readonly session: Session
  readonly form: FormData
}

/** 0: it is not watched yet. */
const STAR = v.object({ currency_id: id, id: idOrAll })

async function runForm({ request, env, session, form }: SentForm): Promise<Outcome<unknown>> {
  const commandId = readPageId(form)
  const watchIds = readArrangement(form)
  // Ids derive from the request: one press sent twice counts once, a second press counts again.
  if (watchIds) return arrange({ request, env, session, form }, watchIds)
  const read = readSent(request, form, STAR)
  if (!read.ok) return refuseUnlessEnded(env, session, read)
  const { currency_id: assetId, id: watchId } = read.value
  const command = `${commandId}.${assetId}.${watchId}`
  return watchId > 0
    ? unwatch(env, session, { commandId: command, watchId })
    : watch(env, session, { commandId: command, assetId })
}

function arrange({ env, session, form }: SentForm, watchIds: readonly number[]): Promise<Outcome<unknown>> {
  if (watchIds.length === 0) return Promise.resolve(done(null))
  const turn = fieldOf(form, 'turn') || fieldOf(form, 'move')
  const commandId = `${readPageId(form)}.${turn.slice(0, 36)}`
  return arrangeWatches(env, session, { commandId, watchIds })
}

/** New row order: from the drag script, or the rendered order with one row moved. Null for other forms. */
function readArrangement(form: FormData): readonly number[] | null {
  if (!form.has('order')) return null
  const drawn = fieldOf(form, 'order')
    .split(',')
    .map(idOf)
    .filter((id) => id > 0)
  const [, id, way] = /^(\d+)\.(up|down)$/.exec(fieldOf(form, 'move')) ?? []
  if (id === undefined) return drawn
  const from = drawn.indexOf(Number(id))
  return moved(drawn, from, way === 'up' ? from - 1 : from + 1)
}
