// Loader and actions of the desk's NFT page: works and artists.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { lotPhase } from '#domain/nft/artwork'
import { listDeskArtists, listDeskWorks, setArtistShown, takeDownWork } from '#services/desk/nft'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { PAGE_SIZE, idOf, readPage } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'

const ARTISTS = 100

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'users:read')
  const page = readPage(asked.request)
  const now = Date.now()
  const { env } = asked.context
  const [works, artists] = await Promise.all([
    listDeskWorks(env, { page, limit: PAGE_SIZE }, now),
    listDeskArtists(env, { page: 1, limit: ARTISTS }),
  ])
  return {
    ...deskPage(asked.request, 'nft_market'),
    works: works.rows.map(({ work, artist, lot }) => ({
      id: work.id,
      name: work.name,
      kind: work.kind,
      state: work.state,
      artist: artist.nickname,
      phase: lotPhase(lot, now),
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

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'users:freeze')
  const { env } = asked.context
  const id = idOf(fieldOf(form, 'id'))
  const step = fieldOf(form, 'step').split('-')[0]
  const command = { id, reason: fieldOf(form, 'reason'), commandId, at }
  const outcome =
    step === 'take'
      ? await takeDownWork(env, member, command)
      : await setArtistShown(env, member, { ...command, isShown: step === 'show' })
  return answerDesk(asked.request, outcome, { step: `${step ?? ''}-${id}`, path: '/admin/nft', done: 'saved' })
}
