// NFT market: all works with their filters. The address holds every choice.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { ArtistList } from '../../components/nft/artists'
import { GroupPrices, WorkFilter } from '../../components/nft/filter'
import { NftTabs, SaleTabs, WorkGallery } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default featurePage('nft', Market)

function Market() {
  const { t } = useTranslation('nft')
  const { title, query, works, artists, now, unread, groups, prices, ...pages } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader
        title={title}
        text={<span className="hidden lg:inline">{t('text')}</span>}
        backTo="/"
        end={
          <ButtonLink to="/nft/mine" size="sm">
            {t('mine')} <CountBadge count={unread} />
          </ButtonLink>
        }
      />
      <NftTabs />
      <SaleTabs chosen={query.sale} />
      <WorkFilter query={query} groups={groups} />
      {prices && <GroupPrices prices={prices} />}
      {artists.length > 0 && (
        <section className="pb-4">
          <h2 className="px-4 pb-2 font-semibold lg:px-0">{t('artists')}</h2>
          <ArtistList artists={artists} level={3} />
        </section>
      )}
      <WorkGallery works={works} now={now} pages={pages} />
    </div>
  )
}
