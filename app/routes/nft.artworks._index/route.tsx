// NFT works by media kind: image, gif, audio, video.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { NftTabs, WorkGallery } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const KINDS = [null, 'image', 'gif', 'audio', 'video'] as const

export default featurePage('nft', Artworks)

function Artworks() {
  const { t } = useTranslation('nft')
  const { title, query, works, now, ...pages } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader title={title} backTo="/nft" />
      <NftTabs />
      <Tabs
        variant="pill"
        label={t('kind')}
        className="px-4 pb-4 lg:px-0"
        tabs={KINDS.map((kind) => ({
          to: kind ? `?kind=${kind}` : '/nft/artworks',
          words: kind ? t(`of_${kind}`) : t('all'),
          isSelected: query.kind === kind,
        }))}
      />
      <WorkGallery works={works} now={now} pages={pages} />
    </div>
  )
}
