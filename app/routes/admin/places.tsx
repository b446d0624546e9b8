// Navigation of the desk: groups of pages with queue sizes, and a search over pages, reviews and users.

import { Form, Link, useLocation, useMatches, useNavigate, type useRouteLoaderData } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#domain/desk/role'
import { CountBadge } from '../../components/badge'
import { Icon, type IconName } from '../../components/icon'
import { useNumbers } from '../../text/numbers'
import type { WordKey } from '../../../locales/key'
import type { loader } from './data.server'
import { FoundPersonLink, FoundReviewLink, useFound } from './found'

/** Passed down as a prop, because an error boundary reads it by route id. */
export interface DeskProps {
  readonly desk: NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>
}

interface DeskPage {
  readonly to: string
  readonly icon: IconName
  readonly words: WordKey<'desk'>
  readonly needs: Permission | null
}

const OVERVIEW: DeskPage = { to: '/admin', icon: 'home', words: 'overview', needs: null }
const NOW: DeskPage = { to: '/admin/now', icon: 'clock', words: 'now_title', needs: 'reports:read' }

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
const queuePlace = (kind: QueueName): DeskPage => ({
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

const sheetPlace = ({ sheet, title }: DeskProps['desk']['sheets'][number]): DeskPage => ({
  to: `/admin/sheets/${sheet}`,
  icon: SHEET_ICONS[sheet] ?? 'menu',
  words: title,
  needs: null,
})

const USERS: DeskPage = { to: '/admin/users', icon: 'search', words: 'users', needs: 'users:read' }

const PLACES: readonly DeskPage[] = [
  { to: '/admin/support', icon: 'help', words: 'support', needs: 'support:read' },
  { to: '/admin/chat', icon: 'inbox', words: 'chat', needs: 'support:read' },
  USERS,
  { to: '/admin/reports', icon: 'chart', words: 'reports', needs: 'reports:read' },
  { to: '/admin/risk', icon: 'trade', words: 'risk', needs: 'reports:read' },
  { to: '/admin/loans', icon: 'assets', words: 'loans', needs: 'reports:read' },
  { to: '/admin/calendar', icon: 'clock', words: 'calendar_title', needs: 'reports:read' },
  { to: '/admin/screening', icon: 'shield', words: 'screening', needs: 'reports:read' },
  { to: '/admin/feeds', icon: 'market', words: 'feeds', needs: 'reports:read' },
  { to: '/admin/payouts', icon: 'withdraw', words: 'payouts', needs: 'payouts:read' },
  { to: '/admin/purchases', icon: 'assets', words: 'purchases', needs: 'purchases:read' },
  { to: '/admin/statements', icon: 'orders', words: 'statements', needs: 'purchases:read' },
  { to: '/admin/traders', icon: 'share', words: 'traders', needs: 'users:read' },
  { to: '/admin/nft', icon: 'image', words: 'nft_market', needs: 'users:read' },
  { to: '/admin/coupons', icon: 'gift', words: 'coupons', needs: 'coupons:read' },
]

const LAST_PLACES: readonly DeskPage[] = [
  { to: '/admin/staff', icon: 'shield', words: 'staff', needs: 'staff:read' },
  { to: '/admin/audit', icon: 'history', words: 'audit', needs: 'audit:read' },
  { to: '/admin/factors', icon: 'lock', words: 'factors', needs: null },
]

/** Groups unfold by themselves where the reader is, and where reviews wait; on a phone the whole menu folds. */
export function Places({ desk }: DeskProps) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const [text, setText] = useState('')
  useEffect(() => setText(''), [pathname])
  const isAt = useIsAt()
  const countOf = (to: string) =>
    desk.waiting.filter(({ kind }) => to === `/admin/queue/${kind}`).reduce((sum, { total }) => sum + total, 0)
  const groups = useGroups(desk, countOf)
  const wanted = text.trim().toLowerCase()
  const { people, reviews } = useFound(text)
  const found = groups
    .flatMap(({ places }) => places)
    .filter(({ words }) => wanted !== '' && t(words).toLowerCase().includes(wanted))
  const link = (place: DeskPage) => (
    <PlaceLink key={place.to} place={place} isHere={isAt(place.to)} count={countOf(place.to)} />
  )
  return (
    <>
      {desk.permissions.includes('users:read') && <Search text={text} onText={setText} first={found[0]?.to} />}
      {/* What is found unfolds the menu on a phone. */}
      <details
        className="desk-menu lg:flex lg:min-h-0 lg:flex-col"
        key={pathname}
        {...(wanted !== '' && { open: true })}
      >
        <summary className="mx-2 flex min-h-11 cursor-pointer items-center gap-2 px-2 text-sm font-semibold">
          <Icon name="menu" className="size-5" />
          {t('menu')}
        </summary>
        <nav aria-label={t('desk')} className="grid gap-1 px-2 pb-3">
          {wanted === '' ? (
            groups.map(({ title, isFolded, places }) =>
              title === null ? (
                <ul key="first">{places.map(link)}</ul>
              ) : (
                <details key={title} className="group/part" open={!isFolded || places.some(({ to }) => isAt(to))}>
                  <summary className="flex min-h-11 cursor-pointer items-center px-3 lg:min-h-9">
                    <h2 className="text-xs font-semibold text-muted">{title}</h2>
                    <Icon
                      name="down"
                      className="ml-auto size-4 shrink-0 text-muted transition group-open/part:rotate-180"
                    />
                  </summary>
                  <ul>{places.map(link)}</ul>
                </details>
              ),
            )
          ) : (
            <ul aria-live="polite">
              {people.map((person) => (
                <FoundPersonLink key={person.id} person={person} />
              ))}
              {found.map(link)}
              {reviews.map((review) => (
                <FoundReviewLink key={review.id} review={review} />
              ))}
              <PlaceLink
                place={{ ...USERS, to: `/admin/users?text=${encodeURIComponent(text.trim())}` }}
                isHere={false}
                count={0}
              />
            </ul>
          )}
        </nav>
      </details>
    </>
  )
}

interface PlaceGroup {
  readonly title: string | null
  readonly isFolded: boolean
  readonly places: readonly DeskPage[]
}

/** Tables and empty queues are many and seldom opened. */
function useGroups(
  { queues, sheets, permissions }: DeskProps['desk'],
  countOf: (to: string) => number,
): readonly PlaceGroup[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const all = queues.map(queuePlace)
  const [waiting, empty] = [all.filter(({ to }) => countOf(to) > 0), all.filter(({ to }) => countOf(to) === 0)]
  const emptyTitle = t('empty_queues', { number: numbers.count(empty.length) })
  const sheetsOf = (place: string) => sheets.filter((each) => each.place === place).map(sheetPlace)
  const groups: readonly PlaceGroup[] = [
    { title: null, isFolded: false, places: [OVERVIEW, NOW] },
    { title: t('group_queues'), isFolded: false, places: waiting },
    { title: emptyTitle, isFolded: true, places: empty },
    { title: t('group_customers'), isFolded: false, places: PLACES },
    { title: t('group_catalogue'), isFolded: true, places: sheetsOf('catalogue') },
    { title: t('group_content'), isFolded: true, places: sheetsOf('content') },
    { title: t('group_site'), isFolded: true, places: sheetsOf('site') },
    { title: t('group_desk'), isFolded: true, places: LAST_PLACES },
  ]
  return groups
    .map((group) => ({
      ...group,
      places: group.places.filter(({ needs }) => needs === null || permissions.includes(needs)),
    }))
    .filter(({ places }) => places.length > 0)
}

interface SearchProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Enter leads to the first page whose name matches, and without any to the list of users. */
  readonly first: string | undefined
}

/** Pages of the desk by name, reviews and users while typing. Ctrl and K focus it. Without scripts it looks for users. */
function Search({ text, onText, first }: SearchProps) {
  const { t } = useTranslation('desk')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <Form
      method="get"
      action="/admin/users"
      role="search"
      className="relative mx-2 mb-1"
      onSubmit={(event) => {
        if (first === undefined) return
        event.preventDefault()
        navigate(first)
      }}
    >
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="search"
        name="text"
        value={text}
        onChange={(event) => onText(event.target.value)}
        aria-label={t('find_anything')}
        aria-keyshortcuts="Control+K"
        placeholder={t('search')}
        className="field min-h-11 pl-8 text-sm lg:min-h-9"
      />
    </Form>
  )
}

interface PlaceLinkProps {
  readonly place: DeskPage
  readonly isHere: boolean
  readonly count: number
}

function PlaceLink({ place: { to, icon, words }, isHere, count }: PlaceLinkProps) {
  const { t } = useTranslation('desk')
  return (
    <li>
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        className="flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm whitespace-nowrap text-muted hover:bg-raised hover:text-ink aria-[current]:bg-pressed aria-[current]:text-ink lg:min-h-9 lg:py-1.5 lg:leading-snug lg:whitespace-normal"
      >
        <Icon name={icon} className="size-4.5" />
        {t(words)}
        <CountBadge count={count} />
      </Link>
    </li>
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
