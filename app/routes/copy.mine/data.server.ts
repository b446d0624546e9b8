// Loader and actions of the user's copy trading: followed traders, copies with the reason of each missed one, own
// trader state.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import type { Outcome } from '#domain/outcome'
import { readApplication, stopTrading } from '#services/copy/applications'
import { holdCopy, listCopies, listFollowings } from '#services/copy/following'
import { checkForm } from '../../forms/taken-fields.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  fieldOf,
  ownRefusalText,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { refusalText } from '#services/words'

const VIEWS = ['live', 'closed', 'missed'] as const
const DONE = ['followed', 'stopped', 'held', 'closed'] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const page = readPage(request)
  const search = new URL(request.url).searchParams
  const view = VIEWS.find((name) => name === search.get('list')) ?? 'live'
  const [followings, listed, application] = await Promise.all([
    listFollowings(env, session),
    listCopies(env, session, { traderId: null, state: view, page, limit: PAGE_SIZE }),
    readApplication(env, session),
  ])
  const own = valueOf(request, followings)
  const copies = valueOf(request, listed)
  const trader = valueOf(request, application)
  const language = readLanguage(request)
  const names = new Map(own.rows.map(({ traderId, nickname }) => [traderId, nickname]))
  return {
    texts: broughtTexts(language, 'copy'),
    title: titleOf(request, 'copy', 'mine'),
    view,
    views: VIEWS,
    done: DONE.find((name) => name === search.get('done')) ?? null,
    followings: own.rows,
    earned: own.earned,
    isTrader: trader?.state === 'active',
    userId: session.userId,
    copies: copies.rows.map((row) => ({
      ...row,
      trader: names.get(row.traderId) ?? '',
      why: row.reason === null ? '' : refusalText(language, { code: row.reason, facts: row.facts ?? {} }),
    })),
    total: copies.total,
    page,
    commandId: crypto.randomUUID(),
  }
}

export interface MineAnswer {
  readonly problem: string | null
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<MineAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const isStop = fieldOf(form, 'intent') === 'stop_trading'
  const positionNo = /^\d{1,15}$/.test(fieldOf(form, 'positionNo')) ? Number(fieldOf(form, 'positionNo')) : 0
  const commandId = `${fieldOf(form, 'commandId') || crypto.randomUUID()}.${positionNo}`
  const taken = await checkForm(env, session, form, {
    fields: isStop ? [] : ['position_id'],
    words: { intent: ['stop_trading', 'hold'] },
  })
  const outcome: Outcome<unknown> = !taken.ok
    ? taken
    : isStop
      ? await stopTrading(env, session, Date.now())
      : await holdCopy(env, session, { commandId, positionNo: positionNo || 1 })
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect(`/copy/mine?done=${isStop ? 'closed' : 'held'}`)
  return { problem: ownRefusalText(request, outcome.refusal) }
}
