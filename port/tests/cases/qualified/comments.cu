// What stands before a name stands before the comment, too.
cuda:: // the rest
cuda::stream_ref a;
x. // the member
cudaFree;
at::cuda:: /* one */ // two
getCurrentCUDAStream();
;  // a statement ended
cudaFree(0);
// A comment before `::` ends a name; blanks and splices do not.
cuda::stream_ref // ended
::cuda::stream_ref b;
cuda::stream_ref /* ended */ ::cuda::stream_ref c;
own	::cuda::stream_ref d;
own \
  ::cuda::stream_ref e;
caf$::cuda::stream_ref f;
cuda::caf$::cuda::stream_ref g;
