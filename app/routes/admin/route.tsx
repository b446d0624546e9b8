// Frame of the operator's desk: navigation with queue sizes, and logout.

import {
  Form,
  Link,
  Outlet,
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#domain/desk/role'
import { FeatureWords } from '../../components/feature-words'
import { CountBadge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { Icon, type IconName } from '../../components/icon'
import { AnsweredError } from '../../shell/answered-error'
import { Standing } from '../../shell/standing'
import type { loader } from './data.server'
import type { WordKey } from '../../../locales/key'

export { loader } from './data.server'
export { deskHeaders as headers } from '../../admin/enter.server'

export default function Desk() {
  return (
    <Frame desk={useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
  )
}

/** Errors of desk pages keep the navigation for staff; visitors without a desk session get the plain error page. */
export function ErrorBoundary() {
  const error = useRouteError()
  const desk = useRouteLoaderData<typeof loader>('routes/admin')
  if (!desk) return <AnsweredError error={error} />
  return (
    <Frame desk={desk}>
      {isRouteErrorResponse(error) && error.status === 404 ? <Missing /> : <AnsweredError error={error} />}
    </Frame>
  )
}

/** Passed down as a prop, because an error boundary reads it by route id. */
interface DeskProps {
  readonly desk: NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>
}

function Frame({ desk, children }: DeskProps & { readonly children: ReactNode }) {
  return (
    <FeatureWords namespace="desk" texts={desk.texts}>
      <div className="lg:grid lg:min-h-svh lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Side desk={desk} />
        <div className="mx-auto w-full max-w-7xl min-w-0 lg:px-6">{children}</div>
      </div>
    </FeatureWords>
  )
}

function Missing() {
  const { t } = useTranslation('desk')
  const { t: tShell } = useTranslation('shell')
  return (
    <Standing icon="search" code="404" title={tShell('not_found_title')} text={tShell('not_found_text')}>
      <ButtonLink to="/admin" variant="brand">
        {t('overview')}
      </ButtonLink>
    </Standing>
  )
}

function Side({ desk }: DeskProps) {
  const { t } = useTranslation('desk')
  const { member } = desk
  return (
    <aside className="border-line bg-surface max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-svh lg:flex-col lg:border-r">
      <div className="flex items-center justify-between gap-3 px-4 py-3 lg:flex-col lg:items-start">
        <div className="min-w-0">
          <p className="font-bold">{t('desk')}</p>
          <p className="truncate text-xs text-muted">
            {member.name} · {t(`role_${member.role}`)}
          </p>
        </div>
        <Form method="post" action="/admin/logout">
          <Button type="submit" variant="quiet" size="sm">
            <Icon name="logout" className="size-4" />
            {t('logout')}
          </Button>
        </Form>
      </div>
      <Places desk={desk} />
    </aside>
  )
}

interface Place {
  readonly to: string
  readonly icon: IconName
  readonly words: WordKey<'desk'>
  readonly needs: Permission | null
}

const OVERVIEW: Place = { to: '/admin', icon: 'home', words: 'overview', needs: null }

const NOW: Place = { to: '/admin/now', icon: 'clock', words: 'now_title', needs: 'reports:read' }

type QueueName = DeskProps['desk']['queues'][number]

/** Icons of review kinds; others get the list icon. */
const QUEUE_ICONS: Readonly<Partial<Record<string, IconName>>> = {
  identity: 'person',
  deposit: 'deposit',
  withdrawal: 'withdraw',
  correction: 'edit',
  recovery: 'lock',
  staff: 'shield',
  change: 'settings',
}

/** Lists are already filtered by role, so these entries need no permission. */
const queuePlace = (kind: QueueName): Place => ({
  to: `/admin/queue/${kind}`,
  icon: QUEUE_ICONS[kind] ?? 'inbox',
  words: `kind_${kind}`,
  needs: null,
})

/** Icons of tables; others get the list icon. */
const SHEET_ICONS: Readonly<Partial<Record<string, IconName>>> = {
  assets: 'assets',
  networks: 'swap',
  pairs: 'trade',
  fiats: 'globe',
  news: 'news',
  'news-texts': 'news',
  texts: 'help',
  settings: 'settings',
}

const sheetPlace = ({ sheet, title }: DeskProps['desk']['sheets'][number]): Place => ({
  to: `/admin/sheets/${sheet}`,
  icon: SHEET_ICONS[sheet] ?? 'menu',
  words: title,
  needs: null,
})

const PLACES: readonly Place[] = [
  { to: '/admin/support', icon: 'help', words: 'support', needs: 'support:read' },
  { to: '/admin/chat', icon: 'inbox', words: 'chat', needs: 'support:read' },
  { to: '/admin/users', icon: 'search', words: 'users', needs: 'users:read' },
  { to: '/admin/reports', icon: 'chart', words: 'reports', needs: 'reports:read' },
  { to: '/admin/risk', icon: 'trade', words: 'risk', needs: 'reports:read' },
  { to: '/admin/loans', icon: 'assets', words: 'loans', needs: 'reports:read' },
  { to: '/admin/calendar', icon: 'clock', words: 'calendar_title', needs: 'reports:read' },
  { to: '/admin/feeds', icon: 'market', words: 'feeds', needs: 'reports:read' },
  { to: '/admin/purchases', icon: 'assets', words: 'purchases', needs: 'purchases:read' },
  { to: '/admin/statements', icon: 'orders', words: 'statements', needs: 'purchases:read' },
  { to: '/admin/traders', icon: 'share', words: 'traders', needs: 'users:read' },
  { to: '/admin/nft', icon: 'image', words: 'nft_market', needs: 'users:read' },
  { to: '/admin/coupons', icon: 'gift', words: 'coupons', needs: 'coupons:read' },
]

const LAST_PLACES: readonly Place[] = [
  { to: '/admin/staff', icon: 'shield', words: 'staff', needs: 'staff:read' },
  { to: '/admin/audit', icon: 'history', words: 'audit', needs: 'audit:read' },
  { to: '/admin/factors', icon: 'lock', words: 'factors', needs: null },
]

function Places({ desk: { permissions, queues, sheets, waiting } }: DeskProps) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the current entry into view within the navigation (strip on a phone, column on desktop) without scrolling
  // the page.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for the effect's cleanup.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  const isAt = useIsAt()
  const groups = [
    { title: null, places: [OVERVIEW, NOW] },
    { title: 'group_queues', places: queues.map(queuePlace) },
    { title: 'group_customers', places: PLACES },
    { title: 'group_sheets', places: sheets.map(sheetPlace) },
    { title: 'group_desk', places: LAST_PLACES },
  ] as const
  const countOf = (to: string) =>
    waiting.filter(({ kind }) => to === `/admin/queue/${kind}`).reduce((sum, { total }) => sum + total, 0)
  return (
    <nav aria-label={t('desk')} className="lg:min-h-0 lg:overflow-y-auto">
      <div
        ref={list}
        className="goes-on no-scrollbar flex gap-1 overflow-x-auto px-2 pb-2 lg:grid lg:grid-cols-1 lg:[mask-image:none]!"
      >
        {groups.map(({ title, places }) => {
          const open = places.filter(({ needs }) => needs === null || permissions.includes(needs))
          return (
            open.length > 0 && (
              <section key={title} className="relative flex shrink-0 gap-1 lg:grid lg:grid-cols-1">
                {title && (
                  <h2 className="text-xs font-semibold text-muted max-lg:sr-only lg:px-3 lg:pt-3 lg:pb-1">
                    {t(title)}
                  </h2>
                )}
                <ul className="flex gap-1 lg:grid lg:grid-cols-1">
                  {open.map((place) => (
                    <li key={place.to} className="shrink-0">
                      <PlaceLink place={place} isHere={isAt(place.to)} count={countOf(place.to)} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </div>
    </nav>
  )
}

interface PlaceLinkProps {
  readonly place: Place
  readonly isHere: boolean
  readonly count: number
}

function PlaceLink({ place: { to, icon, words }, isHere, count }: PlaceLinkProps) {
  const { t } = useTranslation('desk')
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm whitespace-nowrap text-muted hover:bg-raised hover:text-ink aria-[current]:bg-pressed aria-[current]:text-ink lg:min-h-9 lg:py-1.5 lg:leading-snug lg:whitespace-normal"
    >
      <Icon name={icon} className="size-4.5" />
      {t(words)}
      <CountBadge count={count} />
    </Link>
  )
}

/** Tells whether a path is the current section. A review belongs to its queue, although its URL lies elsewhere. */
function useIsAt(): (to: string) => boolean {
  const { pathname } = useLocation()
  const review = useMatches()
    .map(({ data }) => data)
    .find(isOfReview)?.review
  const at = review ? `/admin/queue/${review.kind}` : pathname
  return (to) => at === to || (to !== '/admin' && at.startsWith(`${to}/`))
}

const isOfReview = (data: unknown): data is { review: { kind: string } } =>
  typeof data === 'object' && data !== null && 'review' in data
