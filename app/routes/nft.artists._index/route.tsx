// NFT artists, with a link to apply.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { ArtistList } from '../../components/nft/artists'
import { NftTabs } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import { Pager } from '../../components/pager'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="nft" texts={texts}>
      <Artists />
    </FeatureWords>
  )
}

function Artists() {
  const { t } = useTranslation('nft')
  const { title, artists, page, total } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader
        title={title}
        backTo="/nft"
        end={
          <ButtonLink to="/nft/apply" size="sm">
            {t('apply_title')}
          </ButtonLink>
        }
      />
      <NftTabs />
      {artists.length === 0 ? <Empty icon="person">{t('no_artists')}</Empty> : <ArtistList artists={artists} />}
      <Pager page={page} total={total} />
    </div>
  )
}
