// One user: who it is, what the account holds, every entry of its ledger, and what may be done about it.

import { useLoaderData } from '@remix-run/react'
import { CsvLink, DeskPage, DeskTable, Facts, Panel } from '../../admin/page'
import { ReviewState } from '../../admin/review-parts'
import { UserBadges } from '../../admin/user-badges'
import { Moment } from '../../components/moment'
import { useWords } from '../../text/words'
import type { loader } from './data.server'
import { CorrectForm, FreezeForm, RecoverForm } from './forms'
import { Entries, Holds, Orders, Pages } from './records'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function User() {
  const { title, done } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} done={done} backTo="/admin/users">
      <div className="lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
        <div className="min-w-0">
          <Profile />
          <Balances />
          <Holds />
          <Reviews />
        </div>
        <div className="min-w-0">
          <FreezeForm />
          <CorrectForm />
          <RecoverForm />
          <Sessions />
        </div>
      </div>
      <Entries />
      <Orders />
    </DeskPage>
  )
}

function Profile() {
  const say = useWords('desk')
  const { user, hasApp } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <Facts
        rows={[
          [say('email'), user.email ?? '—'],
          [say('fact_phone'), user.mobile ?? '—'],
          [say('nickname'), user.nickname],
          [say('fact_name'), user.realName || '—'],
          [say('col_state'), <UserBadges key="state" user={user} />],
          [say('app'), say(hasApp ? 'app_on' : 'app_off')],
          [say('vip_level'), String(user.level)],
          [say('credit_score'), String(user.score)],
          [say('col_since'), <Moment key="since" at={user.createdAt} />],
          [say('inviter'), user.inviterId === null ? '—' : String(user.inviterId)],
        ]}
      />
    </Panel>
  )
}

function Balances() {
  const say = useWords('desk')
  const sayRefusals = useWords('refusals')
  const { balances, user } = useLoaderData<typeof loader>()
  return (
    <Panel title={say('balances')} end={<CsvLink what={`balances-${user.id}`} />}>
      <DeskTable
        caption={say('balances')}
        rows={balances}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'wallet',
            head: say('fact_wallet'),
            isTitle: true,
            cell: ({ wallet, asset }) => `${sayRefusals(`wallet_${wallet}`)} · ${asset}`,
          },
          {
            key: 'available',
            head: say('available'),
            isNumber: true,
            cell: ({ available }) => available,
          },
          { key: 'held', head: say('held'), isNumber: true, cell: ({ held }) => held },
        ]}
      />
    </Panel>
  )
}

function Reviews() {
  const say = useWords('desk')
  const { reviews, pages } = useLoaderData<typeof loader>()
  if (reviews.total === 0) return null
  return (
    <Panel title={say('reviews')}>
      <ul className="divide-y divide-line">
        {reviews.rows.map(({ id, kind, state, openedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 px-4 py-2 text-sm">
            <a href={`/admin/reviews/${id}`} className="text-selected-text">
              {say(`case_${kind}`, { number: String(id) })}
            </a>
            <ReviewState state={state} />
            <Moment at={openedAt} />
          </li>
        ))}
      </ul>
      <Pages name="reviews" page={reviews.page} total={reviews.total} limit={pages.limit} />
    </Panel>
  )
}

function Sessions() {
  const say = useWords('desk')
  const { sessions } = useLoaderData<typeof loader>()
  return (
    <Panel title={say('sessions')}>
      <ul className="divide-y divide-line">
        {sessions.map(({ openedAt, device, place }) => (
          <li key={`${openedAt} ${device}`} className="px-4 py-2 text-sm">
            <p className="break-words">{device || '—'}</p>
            <p className="text-xs text-muted">
              {place} <Moment at={openedAt} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
