// Copy trading page: approved traders with figures from public logs, searched by name, ordered, and compared two at a time.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { Avatar } from '../../components/avatar'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { CopyFigures } from '../../components/copy/figures'
import { CopyGuide } from './guide'
import { DemoBadge } from '../../components/demo-badge'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Icon } from '../../components/icon'
import { SearchField } from '../../components/search-field'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { PagedList } from '../../components/paged-list'
import { Sparkline } from '../../components/sparkline'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Trader = Data['traders'][number]

/** Form of the checkboxes on the cards. */
const COMPARE = 'compare-traders'

export default featurePage('copy', Traders)

function Traders() {
  const { t } = useTranslation('copy')
  const { title, traders, keyword, isOpen } = useLoaderData<typeof loader>()
  const isNobodyThere = traders.length === 0 && keyword === ''
  return (
    <div className="pb-8 lg:px-5 lg:py-3">
      <PageHeader
        title={title}
        text={t('text')}
        end={
          <ButtonLink to="/copy/mine" size="sm">
            {t('mine')}
          </ButtonLink>
        }
      />
      {!isOpen && (
        <div className="px-4 pb-3 lg:px-0">
          <Notice tone="plain">{t('halted')}</Notice>
        </div>
      )}
      {isNobodyThere ? <Nobody /> : <Found />}
    </div>
  )
}

/** Before the first trader: how it works, and the way to be the first. */
function Nobody() {
  const { t } = useTranslation('copy')
  return (
    <section className="panel mx-4 grid gap-5 p-5 lg:mx-0 lg:p-8">
      <div>
        <h2 className="text-lg font-bold">{t('how_title')}</h2>
        <p className="pt-1 text-sm text-muted">{t('no_traders')}</p>
      </div>
      <CopyGuide />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/copy/apply" variant="brand" size="lg">
          {t('become')}
        </ButtonLink>
        <ButtonLink to="/copy/agreement" variant="plain" size="lg">
          {t('agreement_title')}
        </ButtonLink>
      </div>
    </section>
  )
}

function Found() {
  const { t } = useTranslation('copy')
  const { traders, total, page, order, orders, keyword } = useLoaderData<typeof loader>()
  const to = (name: string) => `?${new URLSearchParams({ order: name, ...(keyword && { keyword }) })}`
  return (
    <div className="compared">
      <Guide />
      <Form method="get" role="search" className="flex gap-2 px-4 pb-3 lg:max-w-xl lg:px-0">
        <input type="hidden" name="order" value={order} />
        <SearchField label={t('search')} name="keyword" maxLength={60} key={keyword} defaultValue={keyword} />
        <Button className="shrink-0">{t('find')}</Button>
      </Form>
      <Tabs
        label={t('sort')}
        tabs={orders.map((name) => ({ to: to(name), words: t(name), isSelected: name === order }))}
      />
      {traders.length === 0 ? (
        <Empty icon="search" action={<ButtonLink to="/copy">{t('all_traders')}</ButtonLink>}>
          {t('no_found')}
        </Empty>
      ) : (
        <PagedList
          rows={traders}
          page={page}
          total={total}
          rowsOf={(data: Data) => data.traders}
          keyOf={({ id }) => String(id)}
        >
          {(rows) => (
            <ul className="grid gap-3 p-4 lg:grid-cols-2 lg:px-0 xl:grid-cols-3">
              {rows.map((trader) => (
                <TraderCard key={trader.id} trader={trader} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
      {traders.length > 1 && (
        <Form
          id={COMPARE}
          method="get"
          action="/copy/compare"
          // On a phone it is in sight as soon as a trader is ticked.
          className="compare-bar flex items-center gap-3 px-4 lg:px-0"
        >
          <Button>{t('compare_title')}</Button>
          <span className="min-w-0 flex-1 text-sm text-muted">{t('compare_hint')}</span>
        </Form>
      )}
      <nav className="flex flex-wrap gap-2 px-4 pt-6 lg:px-0">
        <ButtonLink to="/copy/apply">{t('become')}</ButtonLink>
        <ButtonLink to="/copy/agreement" variant="plain">
          {t('agreement_title')}
        </ButtonLink>
      </nav>
    </div>
  )
}

function Guide() {
  const { t } = useTranslation('copy')
  return (
    <details className="panel group mx-4 mb-3 px-4 lg:mx-0">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 text-sm font-semibold">
        <h2>{t('how_title')}</h2>
        <Icon name="down" className="size-5 shrink-0 transition group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-4">
        <CopyGuide />
      </div>
    </details>
  )
}

function TraderCard({ trader }: { readonly trader: Trader }) {
  const { t } = useTranslation('copy')
  const { traders } = useLoaderData<typeof loader>()
  const { id, nickname, words, demoView, portrait, isClosed, isFollowed, isOwn, curve, figures } = trader
  return (
    <li className="panel relative flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={nickname} src={portrait || null} />
        <h2 className="min-w-0 flex-1 font-semibold break-words">
          <Link to={`/copy/traders/${id}`} className="after:absolute after:inset-0">
            {nickname}
          </Link>
        </h2>
        {demoView && <DemoBadge />}
        {isFollowed && <Badge tone="brand">{t('is_followed')}</Badge>}
        {isClosed && <Badge tone="plain">{t('stopped')}</Badge>}
      </div>
      <p className="line-clamp-3 text-sm break-words text-muted md:min-h-[3lh]">
        {demoView ? t(`demo_${demoView}`) : words}
      </p>
      {curve.length > 1 ? (
        <Sparkline closes={curve.map((total) => formatUnits(BigInt(total), 6))} hasArea className="h-14 w-full" />
      ) : (
        <p className="text-sm text-muted">{t('no_log')}</p>
      )}
      <CopyFigures figures={figures} />
      <div className="relative mt-auto flex flex-wrap items-center justify-between gap-2">
        {traders.length > 1 ? (
          <label className="flex min-h-11 items-center gap-2 text-sm text-muted">
            <input
              type="checkbox"
              name="trader"
              value={id}
              form={COMPARE}
              aria-label={t('compare_trader', { trader: nickname })}
              className="size-5 accent-(--color-selected)"
            />
            {t('compare')}
          </label>
        ) : (
          <span />
        )}
        {!isClosed && !isOwn && (
          <ButtonLink to={`/copy/traders/${id}/follow`} variant={isFollowed ? 'quiet' : 'brand'}>
            {t(isFollowed ? 'change' : 'copy_now')}
            <span className="sr-only"> {nickname}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
