// NFT market: all works with their filters. The address holds every choice.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
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
  const { title, query, works, now, unread, groups, prices, ...pages } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader
        title={title}
        text={t('text')}
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
      <WorkGallery works={works} now={now} pages={pages} />
    </div>
  )
}
