// Desk page of a user: identity, balances, ledger entries, actions.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ACCOUNT_FLAGS, hasFlag } from '#domain/account-flag'
import { CsvLink, DeskPage, DeskTable, Facts, Panel } from '../../admin/page'
import { ReviewState } from '../../admin/review-parts'
import { UserBadges } from '../../admin/user-badges'
import { ButtonLink } from '../../components/button'
import { Moment } from '../../components/moment'
import type { AccountFile } from './account-list'
import { PagedList } from '../../components/paged-list'
import { ACCOUNT_LINKS } from '../../site/product-links'
import type { loader } from './data.server'
import { Entries, Holds } from './entries'
import { CorrectForm, FlagForm, FreezeForm, OpenForm, RecoverForm } from './forms'
import { Conditionals, Orders } from './orders'
import { Deposits, FuturesPositions, Investments, OptionOrders } from './products'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
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
          <OpenForm />
          <FreezeForm />
          <CorrectForm />
          <RecoverForm />
          <FlagForm />
          <Sessions />
        </div>
      </div>
      <Entries />
      <Orders />
      <Conditionals />
      <FuturesPositions />
      <OptionOrders />
      <Deposits />
      <Investments />
      <MoreLists />
    </DeskPage>
  )
}

/** Account lists with separate pages. */
function MoreLists() {
  const { t } = useTranslation('desk')
  const { user } = useLoaderData<typeof loader>()
  return ACCOUNT_LINKS.map(({ to, words }) => (
    <ButtonLink key={words} to={to(user.id)} size="sm">
      {t(words)}
    </ButtonLink>
  ))
}

function Profile() {
  const { t } = useTranslation('desk')
  const { user, hasApp, erasedAt } = useLoaderData<typeof loader>()
  const flags = ACCOUNT_FLAGS.filter((flag) => hasFlag(user, flag))
  return (
    <Panel>
      <Facts
        rows={[
          [t('email'), user.email ?? '—'],
          [t('fact_phone'), user.mobile ?? '—'],
          [t('nickname'), user.nickname],
          [t('fact_name'), user.realName || '—'],
          [t('col_state'), <UserBadges key="state" user={user} />],
          [t('app'), t(hasApp ? 'app_on' : 'app_off')],
          [t('vip_level'), String(user.level)],
          [t('fact_flag'), flags.map((flag) => t(`flag_${flag}`)).join(' · ') || '—'],
          [t('col_since'), <Moment key="since" at={user.createdAt} />],
          [t('inviter'), user.inviterId === null ? '—' : String(user.inviterId)],
          ...(user.closedAt === null || erasedAt === null
            ? []
            : ([
                [t('closed_by_owner'), <Moment key="closed" at={user.closedAt} />],
                [t('erased_on'), <Moment key="erased" at={erasedAt} />],
              ] as const)),
        ]}
      />
    </Panel>
  )
}

function Balances() {
  const { t } = useTranslation('desk')
  const { t: tRefusals } = useTranslation('refusals')
  const { balances, user } = useLoaderData<typeof loader>()
  return (
    <Panel title={t('balances')} end={<CsvLink what={`balances-${user.id}`} />}>
      <DeskTable
        caption={t('balances')}
        rows={balances}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'wallet',
            head: t('fact_wallet'),
            isTitle: true,
            cell: ({ wallet, asset }) => `${tRefusals(`wallet_${wallet}`)} · ${asset}`,
          },
          {
            key: 'available',
            head: t('available'),
            isNumber: true,
            cell: ({ available }) => available,
          },
          { key: 'held', head: t('held'), isNumber: true, cell: ({ held }) => held },
        ]}
      />
    </Panel>
  )
}

function Reviews() {
  const { t } = useTranslation('desk')
  const { reviews } = useLoaderData<typeof loader>()
  if (reviews.total === 0) return null
  return (
    <Panel title={t('reviews')}>
      <PagedList
        {...reviews}
        param="reviews"
        rowsOf={(file: AccountFile) => file.reviews.rows}
        keyOf={({ id }) => String(id)}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map(({ id, kind, state, openedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-2 px-4 py-2 text-sm">
                <a href={`/admin/reviews/${id}`} className="text-selected-text">
                  {t(`case_${kind}`, { number: String(id) })}
                </a>
                <ReviewState state={state} />
                <Moment at={openedAt} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

function Sessions() {
  const { t } = useTranslation('desk')
  const { sessions, user } = useLoaderData<typeof loader>()
  if (user.isSealed) return null
  return (
    <Panel title={t('sessions')}>
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
