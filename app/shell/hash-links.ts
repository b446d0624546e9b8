// Links of the old app kept their page behind a hash, which no server ever sees: `/#/pages/common/register?code=A1`. This runs
// in the head of every page, before anything is painted, and asks the server for the same name as a path.

/** Only names of pages are followed: `#//elsewhere.example` would lead away from this site. */
export const HASH_LINK_SCRIPT = `(function(){function go(){var h=location.hash
if(/^#\\/pages\\/\\w[\\w/-]*(\\?|$)/.test(h))location.replace(h.slice(1))}
go();addEventListener('hashchange',go)})()`
