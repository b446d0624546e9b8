// An artist: picture, description and works.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar'
import { featurePage } from '../../components/feature-words'
import { WorkGallery } from '../../components/nft/works'
import { PageHeader } from '../../components/page-header'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default featurePage('nft', Artist)

function Artist() {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { title, artist, works, now, ...pages } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader title={title} backTo="/nft/artists" />
      <div className="panel mx-3 mb-4 flex items-start gap-4 p-4 lg:mx-0">
        <Avatar name={artist.nickname} src={artist.portrait} size="lg" />
        <div className="grid min-w-0 gap-1 text-sm">
          <p className="break-words">{artist.words}</p>
          <p className="text-muted">
            {/* The gallery shows one work per box series. */}
            {t('artworks')} · {numbers.count(artist.workCount)}
          </p>
        </div>
      </div>
      <WorkGallery works={works} now={now} pages={pages} />
    </div>
  )
}
