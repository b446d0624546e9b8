// NFT gallery and page tabs.

import { Link, useLocation, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { WorkCard, WorkQuery } from '../../lists/nft-works.server'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { Badge } from '../badge'
import { ButtonLink } from '../button'
import { Countdown } from '../countdown'
import { Empty } from '../empty'
import { Icon } from '../icon'
import { PagedList } from '../paged-list'
import { Tabs } from '../tabs'

const PAGES = [
  ['/nft', 'tab_market'],
  ['/nft/artists', 'artists'],
  ['/nft/collection', 'collection'],
  ['/nft/mine/artworks', 'mine_artworks'],
] as const

export function NftTabs() {
  const { t } = useTranslation('nft')
  const { pathname } = useLocation()
  return (
    <Tabs
      label={t('title')}
      className="mb-4"
      tabs={PAGES.map(([to, words]) => ({ to, words: t(words), isSelected: pathname === to }))}
    />
  )
}

const SALES = [null, 'fixed', 'auction', 'box'] as const

/** Tabs by sale kind, each with its URL; other search filters are kept. */
export function SaleTabs({ chosen }: { readonly chosen: WorkQuery['sale'] }) {
  const { t } = useTranslation('nft')
  const [search] = useSearchParams()
  const to = (sale: WorkQuery['sale']): string => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (sale) next.set('sale', sale)
    else next.delete('sale')
    return `?${next.toString()}`
  }
  return (
    <Tabs
      variant="pill"
      label={t('way_of_sale')}
      className="px-4 lg:px-0"
      tabs={SALES.map((sale) => ({ to: to(sale), words: t(`sale_${sale ?? 'all'}`), isSelected: sale === chosen }))}
    />
  )
}

interface GalleryProps {
  readonly works: readonly WorkCard[]
  /** Server time (ms) at rendering. */
  readonly now: number
  readonly pages: { readonly page: number; readonly total: number; readonly size: number }
  /** True for the owner, who also sees the review state of a work. */
  readonly isOwn?: boolean
  readonly level?: 2 | 3
}

export function WorkGallery({ works, now, pages, isOwn = false, level = 2 }: GalleryProps) {
  const { t } = useTranslation('nft')
  const { t: tUi } = useTranslation('ui')
  const [search] = useSearchParams()
  if (works.length === 0) {
    const isNarrowed = [...search.keys()].some((key) => key !== 'page')
    return (
      <div className="panel mx-3 lg:mx-0">
        {isNarrowed ? (
          <Empty icon="search" action={<ButtonLink to="?">{t('sale_all')}</ButtonLink>}>
            {tUi('no_match')}
          </Empty>
        ) : (
          <Empty icon="image">{t('no_works')}</Empty>
        )}
      </div>
    )
  }
  return (
    <PagedList rows={works} {...pages} rowsOf={worksOf} keyOf={({ id }) => String(id)}>
      {(cards) => (
        <ul className="grid grid-cols-2 gap-3 px-3 md:grid-cols-3 lg:px-0 xl:grid-cols-4 2xl:grid-cols-6">
          {cards.map((work, index) => (
            <Card key={work.id} work={work} now={now} isOwn={isOwn} level={level} isFirst={index < FIRST} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** All pages with a gallery name its works so. */
const worksOf = (data: { readonly works: readonly WorkCard[] }): readonly WorkCard[] => data.works

/** Cards of the first row on the widest page load their pictures immediately. */
const FIRST = 6
const SIZES = '(min-width: 96rem) 15vw, (min-width: 80rem) 23vw, (min-width: 48rem) 31vw, 47vw'

interface CardProps {
  readonly work: WorkCard
  readonly now: number
  readonly isOwn: boolean
  readonly level: 2 | 3
  readonly isFirst: boolean
}

function Card({ work, now, isOwn, level, isFirst }: CardProps) {
  const { t } = useTranslation('nft')
  const Heading = `h${level}` as const
  return (
    <li className="panel relative flex min-w-0 flex-col overflow-hidden" data-work={work.id}>
      <span className="relative block aspect-square bg-raised">
        <img
          src={work.picture.src}
          {...(work.picture.srcSet && { srcSet: work.picture.srcSet, sizes: SIZES })}
          alt=""
          width={520}
          height={520}
          {...(!isFirst && { loading: 'lazy' })}
          decoding="async"
          className="size-full object-cover"
        />
        {work.kind !== 'image' && (
          <span className="absolute right-2 bottom-2 inline-flex items-center gap-1 rounded-full bg-graphite px-2 py-1 text-2xs text-white">
            <Icon name="play" className="size-3" />
            {t(`of_${work.kind}`)}
          </span>
        )}
      </span>
      <div className="grid grow content-start gap-1 p-3">
        <Heading className="text-sm font-semibold break-words">
          {/* The whole card is pressed by its name's link. */}
          <Link to={`/nft/artworks/${work.id}`} className="after:absolute after:inset-0 hover:underline">
            {work.name}
          </Link>
        </Heading>
        <p className="truncate text-xs text-muted">{work.artist}</p>
        {isOwn && work.state !== 'listed' && <span className="text-xs">{t(`state_${work.state}`)}</span>}
        {work.sale && work.sale.phase !== 'ended' && <CardSale sale={work.sale} boxesLeft={work.boxesLeft} now={now} />}
      </div>
    </li>
  )
}

interface CardSaleProps {
  readonly sale: NonNullable<WorkCard['sale']>
  readonly boxesLeft: number
  readonly now: number
}

function CardSale({ sale, boxesLeft, now }: CardSaleProps) {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const isLater = sale.phase === 'not_started'
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-1.5 text-sm">
        <span className="text-xs text-muted">{t(priceWords(sale))}</span>
        <span className="font-semibold tabular-nums">
          {numbers.usdt(sale.price)}
          {bound(sale.asset)}
        </span>
      </p>
      <p className="flex flex-wrap gap-1 empty:hidden">
        {sale.kind !== 'fixed' && (
          <Badge tone={sale.kind === 'auction' ? 'brand' : 'plain'}>{t(`sale_${sale.kind}`)}</Badge>
        )}
        {sale.isResale && <Badge>{t('resale')}</Badge>}
        {!sale.isResale && boxesLeft > 0 && <Badge>{t('boxes', { left: numbers.count(boxesLeft) })}</Badge>}
      </p>
      {(isLater || sale.kind === 'auction') && (
        <p className="text-xs text-muted">
          {t(isLater ? 'starts_in' : 'ends_in')}{' '}
          <Countdown
            endsAt={isLater ? sale.startsAt : sale.endsAt}
            now={now}
            label={t(isLater ? 'starts_in' : 'ends_in')}
          />
        </p>
      )}
    </>
  )
}

export const priceWords = ({ kind, hasBid }: { readonly kind: string; readonly hasBid: boolean }) =>
  kind !== 'auction' ? 'price' : hasBid ? 'current_bid' : 'starting_price'
