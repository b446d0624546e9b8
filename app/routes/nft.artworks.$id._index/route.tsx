// NFT work page: media, price and sale end, artist and owner, box odds, history.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { Medium } from './medium'
import { PageHeader } from '../../components/page-header'
import { ShareButton } from '../../components/share-button'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import { Facts, Odds } from './facts'
import { Prices } from './prices'
import { Sale } from './sale'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('nft', Artwork)

function Artwork() {
  const { t } = useTranslation('nft')
  const { title, work, artist, isBox, sale, favourites } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 max-lg:has-[.phone-bar]:pb-24 lg:px-5">
      <PageHeader
        title={title}
        backTo="/nft"
        end={
          <>
            <ShareButton title={title} />
            <Favourite count={favourites} />
          </>
        }
      />
      <div className="grid gap-4 px-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:px-0">
        <div className="panel min-w-0 self-start overflow-hidden">
          <Medium {...work} />
        </div>
        <div className="grid min-w-0 content-start gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="panel grid gap-3 p-4">
            <p className="flex flex-wrap gap-1.5">
              <Badge>{t(`of_${work.kind}`)}</Badge>
              {isBox ? <Badge>{t('unopened')}</Badge> : <Badge tone="brand">{work.rarity}</Badge>}
              {sale?.isResale && <Badge>{t('resale')}</Badge>}
              {work.state !== 'listed' && <Badge tone="bad">{t(`state_${work.state}`)}</Badge>}
            </p>
            <p className="text-sm">
              <span className="text-muted">{t('artist')}</span>{' '}
              <Link to={`/nft/artists/${artist.id}`} className="py-2 font-semibold text-selected-text hover:underline">
                {artist.nickname}
              </Link>
            </p>
            {work.description && <p className="text-sm break-words">{work.description}</p>}
            <Sale />
          </div>
          <Odds />
          <Facts />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <Prices />
          <Activity />
        </div>
      </div>
    </div>
  )
}

function Favourite({ count }: { readonly count: number }) {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { isFavourite } = useLoaderData<typeof loader>()
  return (
    <Form method="post" preventScrollReset>
      <Button name="intent" value="favourite" size="sm" aria-pressed={isFavourite}>
        <Icon name="star" className={`size-5 ${isFavourite ? 'text-brand' : ''}`} />
        <span className="sr-only">{t('favourite')}</span> {numbers.count(count)}
      </Button>
    </Form>
  )
}

function Activity() {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { events } = useLoaderData<typeof loader>()
  return (
    <section className="panel min-w-0 self-start p-4">
      <h2 className="font-semibold">{t('activity')}</h2>
      {events.length === 0 ? (
        <p className="pt-2 text-sm text-muted">{t('no_activity')}</p>
      ) : (
        <ol className="divide-y divide-line text-sm">
          {events.map(({ ref, kind, price, asset, at }) => (
            <li key={ref} className="flex flex-wrap justify-between gap-x-3 py-2.5">
              <span>
                {t(`event_${kind}`)}
                {price !== null && (
                  <span className="tabular-nums">
                    {' '}
                    · {numbers.usdt(price)}
                    {asset !== null && bound(asset)}
                  </span>
                )}
              </span>
              <span className="text-muted">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
