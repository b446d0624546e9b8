// NFT artists, with a link to apply.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { ArtistList } from '../../components/nft/artists'
import { NftTabs } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('nft', Artists)

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
      <PagedList
        rows={artists}
        page={page}
        total={total}
        rowsOf={(data: Data) => data.artists}
        keyOf={({ id }) => String(id)}
      >
        {(rows) => (rows.length === 0 ? <Empty icon="person">{t('no_artists')}</Empty> : <ArtistList artists={rows} />)}
      </PagedList>
    </div>
  )
}
