// Product menu on home: pinned products, and all products by group with pin buttons.

import { Form, Link, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import type { ProductLink } from '../../site/products'
import type { HomeMenu } from './menu.server'
import { PINS_MAX, pinKey } from './pins'

const WORDS_OF_GROUPS = { trade: 'nav_trade', earn: 'nav_earn', wallet: 'nav_wallet', more: 'nav_more' } as const

export function MenuGrid({ menu }: { menu: HomeMenu }) {
  const { t } = useTranslation('home')
  const [search] = useSearchParams()
  const isEditing = search.has('pins')
  if (menu.groups.length === 0) return null
  return (
    <nav aria-label={t('menu')} className="panel px-1 py-2 lg:p-3">
      <ul className="grid grid-cols-4 md:grid-cols-8 lg:gap-2">
        {menu.pinned.map((link) => (
          <li key={link.path}>
            <Tile link={link} />
          </li>
        ))}
      </ul>
      <details open={isEditing || undefined} className="group">
        <summary className="flex min-h-11 items-center justify-center gap-1 text-sm font-medium text-selected-text">
          {t('all_products')}
          <Icon name="down" className="size-4 transition group-open:rotate-180" />
        </summary>
        <div className="grid gap-y-3 px-2 pb-1 sm:max-xl:grid-cols-2 sm:gap-x-6 xl:gap-y-0 xl:border-t xl:border-line xl:pt-2">
          {menu.groups.map(({ group, links }) => (
            <GroupList key={group} group={group} links={links} pinned={menu.pinned} isEditing={isEditing} />
          ))}
        </div>
        <p className="flex items-center justify-end gap-3 px-2 text-sm text-muted">
          {isEditing && menu.pinned.length === PINS_MAX && t('pins_full', { max: PINS_MAX })}
          <Link
            to={isEditing ? '/' : '?pins=edit'}
            preventScrollReset
            className="flex min-h-11 shrink-0 items-center font-medium text-selected-text"
          >
            {t(isEditing ? 'pins_done' : 'pins_edit')}
          </Link>
        </p>
      </details>
    </nav>
  )
}

function Tile({ link: { path, icon, words } }: { link: ProductLink }) {
  return (
    <Link
      to={path}
      prefetch="intent"
      className="flex h-full flex-col items-center gap-1.5 rounded-lg px-0.5 py-2 text-center text-xs transition hover:bg-raised lg:text-sm"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-raised text-brand-text">
        <Icon name={icon} />
      </span>
      <span className="max-w-full text-balance hyphens-auto wrap-anywhere">{words}</span>
    </Link>
  )
}

interface GroupListProps {
  readonly group: keyof typeof WORDS_OF_GROUPS
  readonly links: readonly ProductLink[]
  readonly pinned: readonly ProductLink[]
  readonly isEditing: boolean
}

function GroupList({ group, links, pinned, isEditing }: GroupListProps) {
  const { t } = useTranslation('shell')
  return (
    <section aria-label={t(WORDS_OF_GROUPS[group])} className="min-w-0 xl:flex xl:items-start xl:gap-3">
      <h2 className="border-b border-line py-1.5 text-sm font-semibold text-muted xl:flex xl:min-h-9 xl:w-28 xl:shrink-0 xl:items-center xl:border-0 xl:py-0">
        {t(WORDS_OF_GROUPS[group])}
      </h2>
      <ul className="xl:flex xl:flex-wrap xl:gap-x-2">
        {links.map((link) => (
          <li key={link.path} className="flex items-center">
            <Link
              to={link.path}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-lg text-sm transition hover:bg-raised xl:min-h-9 xl:gap-1.5 xl:px-2"
            >
              <Icon name={link.icon} className="size-5 shrink-0 text-brand-text" />
              <span className="min-w-0 wrap-anywhere">{link.words}</span>
            </Link>
            {isEditing && <PinButton link={link} pinned={pinned} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function PinButton({ link: { path, words }, pinned }: { link: ProductLink; pinned: readonly ProductLink[] }) {
  const { t } = useTranslation('home')
  const isPinned = pinned.some((each) => each.path === path)
  return (
    <Form method="post" action="/?index" preventScrollReset>
      <input type="hidden" name="pinned" value={pinned.map((each) => pinKey(each.path)).join('.')} />
      <button
        name="pin"
        value={pinKey(path)}
        aria-pressed={isPinned}
        aria-label={t(isPinned ? 'unpin' : 'pin', { name: words })}
        disabled={!isPinned && pinned.length >= PINS_MAX}
        className={`grid size-11 place-items-center rounded-full transition hover:bg-raised disabled:opacity-30 ${
          isPinned ? 'text-brand-text' : 'text-muted'
        }`}
      >
        <Icon name="star" isFilled={isPinned} />
      </button>
    </Form>
  )
}
