// Favourite works of the visitor.

import { useLoaderData } from '@remix-run/react'
import { FeatureWords } from '../../components/feature-words'
import { NftTabs, WorkGallery } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { title, texts, works, now, ...pages } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="nft" texts={texts}>
      <div className="pb-8 lg:px-5">
        <PageHeader title={title} backTo="/nft" />
        <NftTabs />
        <WorkGallery works={works} now={now} pages={pages} />
      </div>
    </FeatureWords>
  )
}
