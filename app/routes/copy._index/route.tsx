// Copy trading page: approved traders with figures from public logs.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { CopyFigures } from '../../components/copy-figures'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Pager } from '../../components/pager'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Trader = ReturnType<typeof useLoaderData<typeof loader>>['traders'][number]

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="copy" texts={texts}>
      <Traders />
    </FeatureWords>
  )
}

function Traders() {
  const { t } = useTranslation('copy')
  const { title, traders, total, page, order, orders, isOpen } = useLoaderData<typeof loader>()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('text')} />
      <nav className="flex flex-wrap gap-2 px-4 pb-3 lg:px-0">
        <ButtonLink to="/copy/mine">{t('mine')}</ButtonLink>
        {traders.length > 0 && <ButtonLink to="/copy/apply">{t('become')}</ButtonLink>}
        <ButtonLink to="/copy/agreement" variant="plain">
          {t('agreement_title')}
        </ButtonLink>
      </nav>
      {!isOpen && (
        <div className="px-4 pb-3 lg:px-0">
          <Notice tone="plain">{t('halted')}</Notice>
        </div>
      )}
      {traders.length === 0 ? (
        <div className="panel mx-4 lg:mx-0">
          <Empty icon="person" action={<ButtonLink to="/copy/apply">{t('become')}</ButtonLink>}>
            {t('no_traders')}
          </Empty>
        </div>
      ) : (
        <>
          <Tabs
            label={t('sort')}
            tabs={orders.map((name) => ({ to: `?order=${name}`, words: t(name), isSelected: name === order }))}
          />
          <ul className="grid gap-3 p-4 lg:grid-cols-2 lg:px-0 xl:grid-cols-3">
            {traders.map((trader) => (
              <TraderCard key={trader.id} trader={trader} />
            ))}
          </ul>
        </>
      )}
      <Pager page={page} total={total} />
    </div>
  )
}

function TraderCard({ trader }: { readonly trader: Trader }) {
  const { t } = useTranslation('copy')
  const { id, nickname, words, portrait, isClosed, isFollowed, figures } = trader
  return (
    <li className="panel relative grid content-start gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={nickname} src={portrait || null} />
        <h2 className="min-w-0 flex-1 font-semibold break-words">
          <Link to={`/copy/traders/${id}`} className="after:absolute after:inset-0">
            {nickname}
          </Link>
        </h2>
        {isFollowed && <Badge tone="brand">{t('is_followed')}</Badge>}
        {isClosed && <Badge tone="plain">{t('stopped')}</Badge>}
      </div>
      <p className="line-clamp-2 text-sm break-words text-muted">{words}</p>
      <CopyFigures figures={figures} />
    </li>
  )
}
