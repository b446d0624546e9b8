ALTER TABLE `session` ADD `country` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `city` text DEFAULT '' NOT NULL;