ALTER TABLE `user` ADD `mobile_national` text;--> statement-breakpoint
ALTER TABLE `user` ADD `is_session_end_owed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `user_by_mobile_national` ON `user` (`mobile_national`);--> statement-breakpoint
CREATE INDEX `user_by_session_end_owed` ON `user` (`is_session_end_owed`) WHERE is_session_end_owed = 1;