import type { Analysis } from "./analysis.ts";
import { analyseInventory, analyseSales, makeDashboard } from "./business.ts";
import { drawStoryboard, planVideo, writeAdvertisement } from "./creative.ts";
import { findInsights, joinTrends } from "./insights.ts";
import { analyseHashtags, analyseKeywords } from "./keywords.ts";
import { preprocess } from "./preprocess.ts";
import { collect } from "./records.ts";
import { analyseAspects, analyseSentiment, classifyProblems, compareBrands } from "./sentiment.ts";
import { analyseTrends } from "./trends.ts";

/** The analyses by the names that definitions give them. */
export const ANALYSES: Readonly<Record<string, Analysis>> = {
  advertisement: writeAdvertisement,
  aspects: analyseAspects,
  brands: compareBrands,
  collect,
  dashboard: makeDashboard,
  hashtags: analyseHashtags,
  insights: findInsights,
  inventory: analyseInventory,
  keywords: analyseKeywords,
  preprocess,
  problems: classifyProblems,
  sales: analyseSales,
  sentiment: analyseSentiment,
  storyboard: drawStoryboard,
  trends: analyseTrends,
  trends_joined: joinTrends,
  video: planVideo,
};
