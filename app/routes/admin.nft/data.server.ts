// Loader and actions of the desk's NFT page: works and artists.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { mayDo } from '#domain/desk/role'
import { salePhase } from '#domain/nft/artwork'
import { type Outcome, refuse } from '#domain/outcome'
import { listDeskArtists, listDeskWorks, setArtistShown, takeDownWork } from '#services/desk/nft'
import { id } from '#services/input'
import {
  type DeskAnswer,
  answerDesk,
  deskPage,
  readDeskForm,
  requireStaff,
  requireStaffForm,
} from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'

const ARTISTS = 100

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'users:read')
  const page = readPage(args.request)
  const now = Date.now()
  const { env } = args.context
  const [works, artists] = await Promise.all([
    listDeskWorks(env, { page, limit: PAGE_SIZE }, now),
    listDeskArtists(env, { page: 1, limit: ARTISTS }),
  ])
  return {
    ...deskPage(args.request, 'nft_market'),
    works: works.rows.map(({ work, artist, lot }) => ({
      id: work.id,
      name: work.name,
      kind: work.kind,
      state: work.state,
      artist: artist.nickname,
      phase: salePhase(lot, now),
      at: work.createdAt,
    })),
    total: works.total,
    page,
    artists: artists.rows.map(({ id, userId, nickname, state, works: count }) => ({
      id,
      userId,
      nickname,
      state,
      count,
    })),
    mayDecide: mayDo(member.role, 'users:freeze'),
  }
}

const DECISION = v.object({ id, reason: v.string() })

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'users:freeze')
  const { env } = args.context
  const step = fieldOf(form, 'step')
  const run = async (): Promise<Outcome<null>> => {
    const [word] = step.split('-')
    const read = readDeskForm(args.request, form, DECISION)
    if (!read.ok) return read
    const command = { ...read.value, commandId, at }
    if (word === 'take') return takeDownWork(env, member, command)
    if (word !== 'show' && word !== 'hide') return refuse('request_malformed')
    return setArtistShown(env, member, { ...command, isShown: word === 'show' })
  }
  return answerDesk(args.request, await run(), { step, path: '/admin/nft', done: 'saved' })
}
