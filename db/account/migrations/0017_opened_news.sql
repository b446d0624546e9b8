CREATE TABLE `opened_news` (
	`news_id` integer PRIMARY KEY NOT NULL
);
