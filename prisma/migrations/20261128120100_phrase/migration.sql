-- What its owner has chosen to recognise the site's mails by, sealed with the key of the site: a copy of the database does
-- not tell it. docs/decisions/security/phrase.md
ALTER TABLE app_user ADD COLUMN sealed_phrase text;
