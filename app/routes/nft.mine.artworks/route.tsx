// Own submitted works, with a link to submit one.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { NftTabs, WorkGallery } from '../../components/nft/works'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default featurePage('nft', Mine)

function Mine() {
  const { t } = useTranslation('nft')
  const { title, isArtist, isSent, works, now, ...pages } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5">
      <PageHeader
        title={title}
        backTo="/nft"
        end={
          <ButtonLink to={isArtist ? '/nft/mine/create' : '/nft/apply'} size="sm">
            {t(isArtist ? 'create_title' : 'apply_title')}
          </ButtonLink>
        }
      />
      <NftTabs />
      {isSent && (
        <div className="px-4 pb-4 lg:px-0">
          <Notice tone="good">{t('sent')}</Notice>
        </div>
      )}
      <WorkGallery works={works} now={now} pages={pages} isOwn />
    </div>
  )
}
