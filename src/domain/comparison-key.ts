/** The key of `additionalData` under which an inspection keeps its `ComparisonReview`. */
export const COMPARISON_KEY = 'kerbside_comparison';
